/** The curator's desk: opens with the token, and lets acts be chosen, looked at, and done. */
import * as api from "./api.js";
import { confirmed } from "./confirm.js";
import { Connection } from "./connection.js";
import * as desk from "./desk.js";
import { number } from "./desk_figures.js";
import { byId, el, onceAFrame } from "./dom.js";
import { newMachine } from "./new_machine.js";
import { here } from "./root.js";
import { Sheet } from "./sheet.js";

/** @typedef {import("./protocol.js").Machine} Machine */

const DONE_MS = 12_000;

/** @type {Map<string, Machine>} */
const machines = new Map();
/** @type {Map<string, HTMLButtonElement>} */
const tags = new Map();
const sheet = new Sheet(byId("sheet"), order);
let chosen = "";
let isOpen = false;
let doneTimer = 0;
/** @type {string|null} */
let earlier = null;

/** @param {string} words @param {Node} [more] */
function tell(words, more) {
  const done = byId("done");
  done.replaceChildren(words, ...(more ? [" ", more] : []));
  done.hidden = false;
  clearTimeout(doneTimer);
  doneTimer = window.setTimeout(() => { done.hidden = true; }, DONE_MS);
}

/** Asks what the order would do; if it shall be done, gives it. @param {string} path @param {object} given */
async function order(path, given) {
  try {
    const seen = await desk.carryOut(path, given, true);
    if (!(await confirmed(seen))) return;
    const done = await desk.carryOut(path, given, false);
    const made = done.act === "start" || done.act === "fork";
    await Promise.all([loadMachines(), loadAudit()]);
    tell(`${done.summary} ${done.effect}`, made ? el("a", { href: here(`machine/${encodeURIComponent(done.machine)}`) }, "Its table") : undefined);
    choose(made ? done.machine : chosen, true);
  } catch (error) {
    if (error instanceof desk.DeskError && [401, 403, 429].includes(error.status)) return shut(error);
    throw error;
  }
}

// ---- the machines

const drawShelf = onceAFrame(() => {
  for (const machine of machines.values()) {
    const tag = tags.get(machine.name) ?? build(machine);
    const state = machine.frozen ? "frozen" : machine.dry ? "dry" : machine.finished ? "finished" : `${number(machine.episodes)} lessons`;
    tag.replaceChildren(el("b", {}, machine.title), el("span", {}, state));
    tag.classList.toggle("frozen", machine.frozen);
    if (machine.name === chosen) tag.setAttribute("aria-current", "true");
    else tag.removeAttribute("aria-current");
  }
  const machine = machines.get(chosen);
  if (machine) sheet.show(machine);
});

/** @param {Machine} machine */
function build(machine) {
  const tag = el("button", { type: "button", class: "tag", "data-testid": "tag", "data-name": machine.name, click: () => choose(machine.name) });
  tag.style.setProperty("--k", machine.colour);
  tags.set(machine.name, tag);
  byId("machines").append(tag);
  return tag;
}

async function loadMachines() {
  for (const machine of await api.machines()) machines.set(machine.name, machine);
  drawShelf();
}

/** @param {string} name @param {boolean} [anew] */
function choose(name, anew = false) {
  chosen = name;
  byId("new").removeAttribute("aria-current");
  history.replaceState(null, "", name ? `#${name}` : location.pathname);
  const machine = machines.get(name);
  if (machine) sheet.show(machine, anew);
  drawShelf();
}

byId("new").addEventListener("click", async () => {
  choose("");
  byId("new").setAttribute("aria-current", "true");
  const form = await newMachine((given) => order("", given)).catch(shut);
  if (form && !chosen) sheet.put(form);
});

// ---- the audit

/** @param {desk.AuditRow} row */
function auditRow(row) {
  const time = new Date(row.time);
  return el("li", { "data-testid": "audit-row", "data-act": row.act, "data-machine": row.machine }, el("b", { class: "stamp" }, row.act), el("span", {}, row.summary),
    el("span", { class: "muted" }, row.why === "curator" ? "by a curator · " : "by the house · ", el("time", { datetime: row.time }, time.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })), ` · row ${number(row.seq)}`));
}

async function loadAudit() {
  const page = await desk.audit();
  byId("audit").replaceChildren(...page.acts.map(auditRow));
  earlier = page.next;
  byId("more").hidden = !earlier;
}

byId("more").addEventListener("click", async () => {
  if (!earlier) return;
  const page = await desk.audit(earlier).catch(shut);
  if (!page) return;
  byId("audit").append(...page.acts.map(auditRow));
  earlier = page.next;
  byId("more").hidden = !earlier;
});

// ---- the door

/** Locks the desk, and says why. @param {unknown} [why] */
function shut(why) {
  desk.lock();
  isOpen = false;
  byId("desk").hidden = true;
  byId("door").hidden = false;
  const fault = byId("door-fault");
  fault.hidden = !why;
  const wait = why instanceof desk.DeskError && why.status === 429 ? ` Try again in ${why.retryS} s.` : "";
  fault.textContent = why instanceof Error ? `${why.message.replace(/\.?$/, ".")}${wait}` : "";
  byId("token").focus();
}

byId("door-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const token = /** @type {HTMLInputElement} */ (byId("token"));
  desk.unlock(token.value.trim());
  try {
    await loadAudit();
    await loadMachines();
  } catch (error) {
    return shut(error);
  }
  token.value = "";
  isOpen = true;
  byId("door").hidden = true;
  byId("door-fault").hidden = true;
  byId("desk").hidden = false;
  const asked = decodeURIComponent(location.hash.slice(1));
  choose(machines.has(asked) ? asked : [...machines.keys()][0] ?? "");
  byId("sheet").focus({ preventScroll: true });
});
byId("lock").addEventListener("click", () => shut());

/** The figures live, as in the hall. @type {Connection<import("./protocol.js").HouseFrame>} */
const watch = new Connection("watch", (frame) => {
  if (!isOpen) return;
  for (const news of frame.machines ?? []) {
    const machine = machines.get(news.name);
    if (machine) Object.assign(machine, news);
    else loadMachines();
  }
  drawShelf();
}, () => {});
void watch;
byId("token").focus();
