/** What the candy bowl says. */
const messages = {
  title: "Eaten by you",
  about: "as Judy Gomberg did: each sweet that HER loses is yours",
  eaten: (/** @type {string} */ n) => `Sweets in your bowl: ${n}`,
  hers: "HER: how often it does not lose, if you make no mistakes",
  yours: (/** @type {string} */ n) => `you: how many of your last ${n} chances to win you took`,
  begin: "Play on. When HER makes a mistake, you have a chance to win: take it.",
  now: (/** @type {string} */ games, /** @type {string} */ hers, /** @type {string} */ yours) =>
    `After ${games} games: HER ${hers}${yours ? `, you ${yours}` : ". You have not had a chance yet"}.`,
  you: (/** @type {string} */ n) => `I was perfect after ${n} games, HER is not yet.`,
  her: (/** @type {string} */ n) => `HER was perfect after ${n} games, I am not yet.`,
  both: (/** @type {string} */ you, /** @type {string} */ her) => `I was perfect after ${you} games, HER after ${her}.`,
};

export default messages;
