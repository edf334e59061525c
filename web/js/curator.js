/** The curator's desk: opens with the token, and lets acts be chosen, looked at, and done. */
import * as api from "./api.js";
import { auditWords, confirmed, effectWords, summaryWords } from "./confirm.js";
import { Connection } from "./connection.js";
import * as desk from "./desk.js";
import { desk as words } from "./desk_words.js";
import { byId, el, onceAFrame } from "./dom.js";
import { newMachine } from "./new_machine.js";
import { titleOf } from "./machine.js";
import { here } from "./root.js";
import { Sheet } from "./sheet.js";
import { counted, language, number, translate } from "./language.js";

/** @typedef {import("./protocol.js").Machine} Machine */

const DONE_MS = 12_000;
const RELOAD_MS = 5000;

translate();
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

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

/** @param {string} text @param {Node} [more] */
function tell(text, more) {
  const done = byId("done");
  done.replaceChildren(text, ...(more ? [" ", more] : []));
  done.hidden = false;
  clearTimeout(doneTimer);
  doneTimer = window.setTimeout(() => {
    done.hidden = true;
  }, DONE_MS);
}

/** What a machine is called. @param {string} name */
function titles(name) {
  return titleOf(name, machines.get(name)?.title ?? name);
}

/** What the order calls a new machine, or "". @param {object} given */
const made = (given) =>
  /** @type {{title?: string, name?: string}} */ (given).title ?? /** @type {{name?: string}} */ (given).name ?? "";

/** Asks what the order would do; if it shall be done, gives it. @param {string} path @param {object} given */
async function order(path, given) {
  try {
    const seen = await desk.carryOut(path, given, true);
    if (!(await confirmed(seen, made(given) || titles(seen.machine)))) return;
    const done = await desk.carryOut(path, given, false);
    const isNew = done.act === "start" || done.act === "fork";
    tell(
      `${summaryWords(done, made(given) || titles(done.machine))} ${effectWords(done)}`,
      isNew ? el("a", { href: here(`machine/${encodeURIComponent(done.machine)}`) }, words.table) : undefined,
    );
    byId("desk").setAttribute("aria-busy", "true");
    await reload();
    choose(isNew ? done.machine : chosen, true);
    byId("desk").removeAttribute("aria-busy");
  } catch (error) {
    if (error instanceof desk.DeskError && [401, 403, 429].includes(error.status)) return shut(error);
    throw error;
  }
}

/** Whether the token opens nothing any more. @param {unknown} error */
const isRefused = (error) => error instanceof desk.DeskError && [401, 403].includes(error.status);

/** What could not be fetched is told; only who is refused is locked out. @param {unknown} error */
const fail = (error) => (isRefused(error) ? shut(error) : tell(desk.told(error)));

/** Shows what was done. Where that fails, the deed is done all the same: only the looking is done again. */
async function reload() {
  try {
    await Promise.all([loadMachines(), loadAudit()]);
  } catch (error) {
    if (isRefused(error)) return shut(error);
    if (!(error instanceof api.ApiError)) throw error;
    setTimeout(() => isOpen && reload(), RELOAD_MS);
  }
}

// ---- the machines

const drawShelf = onceAFrame(() => {
  for (const machine of machines.values()) {
    const tag = tags.get(machine.name) ?? build(machine);
    const { state: is } = words;
    const state = machine.frozen
      ? is.frozen
      : machine.dry
        ? is.dry
        : machine.finished
          ? is.finished
          : is.lessons(counted("games", machine.episodes));
    tag.replaceChildren(el("b", {}, titleOf(machine.name, machine.title)), el("span", {}, state));
    tag.classList.toggle("frozen", machine.frozen);
    if (machine.name === chosen) tag.setAttribute("aria-current", "true");
    else tag.removeAttribute("aria-current");
  }
  const machine = machines.get(chosen);
  if (machine) sheet.show(machine);
});

/** @param {Machine} machine */
function build(machine) {
  const tag = el("button", {
    type: "button",
    class: "tag",
    "data-testid": "tag",
    "data-name": machine.name,
    click: () => choose(machine.name),
  });
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
  const form = await newMachine((given) => order("", given)).catch(fail);
  if (form && !chosen) sheet.put(form);
});

// ---- the audit

/** @param {import("./protocol.js").AuditRow} row */
function auditRow(row) {
  const by = words.by[row.why === "curator" ? "curator" : "museum"];
  const time = el("time", { datetime: row.time }, moment.format(new Date(row.time)));
  return el(
    "li",
    { "data-testid": "audit-row", "data-act": row.act, "data-machine": row.machine },
    el("b", { class: "stamp" }, words.acts[row.act]?.name ?? row.act),
    el("span", {}, auditWords(row, titles(row.machine))),
    el("span", { class: "muted" }, `${by} · `, time, ` · ${words.by.row(number(row.seq))}`),
  );
}

async function loadAudit() {
  const page = await desk.audit();
  byId("audit").replaceChildren(...page.acts.map(auditRow));
  earlier = page.next;
  byId("more").hidden = !earlier;
}

byId("more").addEventListener("click", async () => {
  if (!earlier) return;
  const page = await desk.audit(earlier).catch(fail);
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
  const wait = why instanceof desk.DeskError && why.status === 429 ? ` ${words.wait(number(why.retryS))}` : "";
  fault.textContent = why instanceof Error ? `${desk.told(why)}${wait}` : "";
  byId("token").toggleAttribute("aria-invalid", Boolean(why));
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
  choose(machines.has(asked) ? asked : ([...machines.keys()][0] ?? ""));
  byId("sheet").focus({ preventScroll: true });
});
byId("lock").addEventListener("click", () => shut());

/** The figures live, as in the hall. @type {Connection<import("./protocol.js").HouseFrame>} */
const watch = new Connection(
  "watch",
  (frame) => {
    if (!isOpen) return;
    let isStale = false;
    for (const { dry, finished, ...figures } of frame.machines) {
      const machine = machines.get(figures.name);
      // the feed tells only whether; since when, and how many games are left, REST does
      isStale ||= !machine || Boolean(machine.dry) !== dry || Boolean(machine.finished) !== finished;
      isStale ||= finished && machine?.episodes !== figures.episodes;
      if (machine) Object.assign(machine, figures);
    }
    if (isStale) loadMachines().catch(() => {}); // the next frame asks for them again
    drawShelf();
  },
  () => {},
);
void watch;
byId("token").focus();
