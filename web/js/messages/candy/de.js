/** Was die Schüssel mit Süßem sagt. @type {typeof import("./en.js").default} */
const messages = {
  title: "Von dir gegessen",
  about: "wie bei Judy Gomberg: Jedes Bonbon, das HER verliert, ist deins",
  eaten: (n) => `Bonbons in deiner Schüssel: ${n}`,
  hers: "HER: wie oft sie nicht verliert, wenn du keine Fehler machst",
  yours: (n) => `du: wie oft du die letzten ${n} Male genutzt hast, als du gewinnen konntest`,
  begin: "Spiel weiter. Wenn HER einen Fehler macht, kannst du gewinnen. Sieh also genau hin!",
  now: (games, hers, yours) =>
    `Partien: ${games}. HER ${hers}${yours ? `, du ${yours}` : ". Du konntest noch nie gewinnen"}.`,
  you: (n) => `Ich war nach ${n} Partien perfekt, HER noch nicht.`,
  her: (n) => `HER war nach ${n} Partien perfekt, ich noch nicht.`,
  both: (you, her) => `Ich war nach ${you} Partien perfekt, HER nach ${her}.`,
};

export default messages;
