/** The sealed room. A message with values in it is a function of them. */

const messages = {
  titleOfPage: "The sealed room · Menagerie", skip: "Skip to the room", title: "The sealed room", lead: "Somebody sits next door. You cannot see each other. You play five games, and then I ask you something.",
  paper: "The paper on your table", win: "To win:", next: "A referee carries each move next door and comes back with the answer. That takes a moment. You play white and black by turns.", think: "After each of your moves tell yourself what you think: touch one of nine sentences. Nobody next door can see it while you play.",
  sit: "Sit down", readOnly: "This museum is a copy to look at. Nobody sits next door, so nobody can play here.",
  door: "The door to the next room",
  waits: "The referee looks who is next door. This takes up to a quarter of a minute.", coming: "One moment, the door is being closed.",
  game: (/** @type {string} */ n, /** @type {string} */ of, /** @type {string} */ side) => `Game ${n} of ${of}: you play ${side}`,
  your: "Your turn.", carries: "The referee carries your move next door.", came: (/** @type {string} */ move) => `From next door: ${move}.`, first: "Next door has the first move.",
  ends: { win: "You win this game.", loss: "Next door wins this game.", draw: "Nobody wins this game." }, soon: "The next game begins at once.",
  remarks: "What do you think?", remarksWhen: "Move first, then say what you think.",
  nine: ["A safe move. It almost surely wins.", "One pawn each is gone. If all goes as I think, I block next.", "How stupid of me!", "A good move. I think I am beaten.", "No thinking over there! By now there should be no more slips.", "A good game. Somebody sees through me now.", "Now somebody thinks over there, and it gets harder.", "I am surprised. Was it not plain that I win then?", "A good player. I only found the trick first."],
  question: "Who was next door?", why: "Five games are over. What do you think: a machine made of matchboxes, or another visitor?", machine: "A machine", person: "A person", answer: "Somebody next door is asked the same. One moment.",
  left: "Somebody next door had to go. A machine plays on with you. This counts for nothing.", lost: "You were away for long, or the line was cut. That room is closed, and nothing was counted.", full: "All rooms are taken now. Try again in a few minutes.", again: "Sit down once more",
  was: { machine: "It was a machine.", person: "It was a person." },
  right: "You knew it.", wrong: { machine: "You took it for a person.", person: "You took a person for a machine." }, gone: "That person had to go before the end.",
  about: { machine: "It is Mark I: matchboxes with beads. It knew nothing at first and learned from these five games. Now it is taken apart.", person: "Another visitor of this museum played with you, here and now. That visitor learns it now too." },
  wall: "Its boxes, as your games left them", boxOf: (/** @type {string} */ no, /** @type {string} */ beads) => `Box ${no}: ${beads}`,
  games: "The games once more", gameOf: (/** @type {string} */ n, /** @type {string} */ how) => `Game ${n}. ${how}`, start: "The start", you: (/** @type {string} */ move) => `You: ${move}`, other: (/** @type {string} */ move) => `Next door: ${move}`,
  thought: (/** @type {string} */ remark) => `You thought: “${remark}”`, theirs: (/** @type {string} */ remark) => `Next door thought: “${remark}”`, drew: (/** @type {string} */ no, /** @type {string} */ bead) => `The bead out of box ${no} was ${bead}.`,
  empty: (/** @type {string} */ no) => `Box ${no} was empty, so it only guessed. Giving up would have told you who it is.`, noBox: "It had nothing to choose.",
  score: "All visitors so far", scoreMachine: (/** @type {string} */ missed, /** @type {string} */ of) => `Visitors who played a machine: ${of}. Took it for a person: ${missed}.`, scorePerson: (/** @type {string} */ missed, /** @type {string} */ of) => `Visitors who played a person: ${of}. Took that person for a machine: ${missed}.`,
  published: "In 2023 very many people wrote with a stranger for two minutes and then guessed. 68 of 100 guesses were right. With a machine over there, only 60 of 100 were right.", kept: "These four numbers are all that is kept of you.",
  story: "Who did this first: an airline’s researcher and two pupils"
};

export default messages;
