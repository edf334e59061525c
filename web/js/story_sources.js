/** Where each statement of the stories comes from: by machine and part, in the order of the messages, keys of `story.works`. */

/** Statements that are this museum's own. */
export const OURS = ["counted", "solved", "lives", "here"];

/** What both machines for Go are told. */
const GO = [["michie", "here"], ["here"]];

/** @type {Record<string, Record<string, string[][]>>} */
export const SOURCES = {
  menace: {
    who: [["gardner"]], where: [["gardner"]], when: [["michie", "tretyakov"]],
    built: [["gardner", "scroggs"], ["scroggs", "counted"], ["michie", "gardner"], ["michie"]], told: [["scroggs"], ["michie", "counted"], ["michie"]], happened: [["gardner", "scroggs"], ["gardner"]], known: [["lives"], ["gardner", "lives"], ["scroggs", "lives"]], wins: [["solved"]],
    differ: [["gardner", "scroggs"], ["gardner", "scroggs", "tretyakov"], ["gardner", "scroggs"], ["michie", "counted"], ["gardner", "scroggs"]], again: [["scroggs"], ["scroggs"], ["scroggs"], ["tretyakov"]],
  },
  "menace-two": { who: [["here", "scroggs"]], where: [["here"]], when: [["scroggs"]], built: [["here", "counted"], ["counted"]], told: [["scroggs"], ["scroggs"], ["scroggs", "here"]], happened: [["here"]], known: [["counted"]], wins: [["solved"]] },
  her: {
    who: [["gardner"]], where: [["gardner"]], when: [["gardner"]], built: [["gardner"], ["gardner", "counted"], ["gardner"]], told: [["gardner"], ["gardner"], ["gardner"]], happened: [["gardner"], ["letters"], ["letters"]],
    known: [["counted", "lives"], ["lives"]], wins: [["gardner", "solved"]], differ: [["gardner", "counted"], ["gardner"]],
  },
  him: {
    who: [["gardner"]], where: [["gardner"]], when: [["gardner", "letters"]], built: [["gardner"], ["here", "counted"]], told: [["gardner"], ["gardner", "here"]], happened: [["letters"], ["letters"], ["letters"]],
    known: [["lives"], ["lives"], ["lives"]], wins: [["gardner", "solved"]],
  },
  carnival: { who: [["letters"]], where: [["letters"]], when: [["letters"]], built: [["letters"], ["here", "counted"]], told: [["letters"], ["letters"]], happened: [["letters"], ["here"]], known: [["lives"], ["lives"]], wins: [["gardner", "letters"]] },
  nimble: { who: [["gardner"]], where: [["gardner"]], when: [["gardner"]], built: [["gardner"], ["gardner", "counted"]], told: [["gardner"], ["here"]], happened: [["gardner"]], known: [["lives"], ["lives"]], wins: [["solved"]] },
  minicheckers: {
    who: [["tretyakov"]], where: [["tretyakov"]], when: [["tretyakov"]], built: [["tretyakov"], ["tretyakov", "counted"], ["tretyakov", "counted"], ["counted"]], told: [["tretyakov"], ["tretyakov", "here"]],
    happened: [["tretyakov"], ["tretyakov"], ["comments"], ["comments"]], known: [["lives"], ["lives"]], wins: [["solved"]],
  },
  "minicheckers-gardner": { who: [["gardner", "comments"]], where: [["gardner", "comments"]], when: [["gardner", "comments"]], built: [["gardner", "here"], ["counted"]], told: [["comments"], ["comments"], ["comments"]], happened: [["comments"], ["comments", "here"]], known: [["solved"], ["gardner", "solved"]], wins: [["gardner", "solved"]] },
  octapawn: { who: [["letters"]], where: [["letters"]], when: [["letters"]], built: [["letters"], ["counted"]], told: [["gardner", "here"]], happened: [["letters"]], known: [["solved"]], wins: [["letters", "solved"]] },
  extendapawn: { who: [["brown"]], where: [["brown"]], when: [["brown"]], built: [["brown"], ["here", "counted"]], told: [["gardner", "here"]], happened: [["brown"]], known: [["solved"]], wins: [["brown", "solved"]] },
  "go-2x2": { who: [["here"]], where: [["here"]], when: [["here"]], built: [["here"], ["here"]], told: GO, happened: [["here"]], known: [["tromp"]], wins: [["solved"]] },
  "go-3x3": { who: [["letters"]], where: [["letters"]], when: [["letters"]], built: [["letters", "here"], ["here"]], told: GO, happened: [["letters"]], known: [["tromp", "solved"]], wins: [["letters", "solved"]] },
  caswell: { who: [["letters"]], where: [["letters"]], when: [["letters"]], built: [["letters"], ["solved", "here"]], told: [["tretyakov", "here"]], happened: [["letters"]], known: [["solved"], ["gardner", "mhalla"]], wins: [["solved"]] },
  ellis: { who: [["letters"]], where: [["letters"]], when: [["letters"]], built: [["letters"], ["here", "counted"]], told: [["letters", "comments", "here"]], happened: [["letters"], ["letters"], ["here"]], known: [["lives"], ["lives"], ["massey", "lives"]], wins: [["solved"]] },
};
