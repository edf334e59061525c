/** Back in time: the way back is chosen on the curve of the machine's life, or by the row of its log. */
import * as api from "./api.js";
import { stairs } from "./curve.js";
import { desk as words } from "./desk_words.js";
import { el, svg } from "./dom.js";
import { field, input } from "./forms.js";
import { counted } from "./language.js";

const WIDTH = 600;
const HEIGHT = 120;

/** @param {import("./protocol.js").Machine} machine */
export function rewindFields(machine) {
  const last = Math.max(1, machine.seq - 1);
  const row = input("to", { inputmode: "numeric", value: String(last), required: true });
  const slider = el("input", {
    type: "range",
    min: 1,
    max: Math.max(1, machine.seq),
    value: last,
    "data-testid": "rewind-slider",
  });
  const drawing = svg("svg", {
    class: "stairs",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const takes = el("p", { class: "muted", role: "status", "data-testid": "rewind-takes" });
  const mark = svg("path", { class: "mark" });
  /** @type {number[]} the rows of this life's games */
  let rows = [];
  const draw = () => {
    const to = Number(row.value);
    const [from, end] = [rows[0] ?? 0, rows.at(-1) ?? 1];
    // as the curve is drawn
    const x = (((Math.min(end, Math.max(from, to)) - from) / Math.max(12, end - from)) * (WIDTH - 5)).toFixed(1);
    mark.setAttribute("d", `M${x} 0V${HEIGHT}`);
    takes.textContent = words.rewind.takes(counted("games", rows.filter((seq) => seq > to).length));
  };
  slider.addEventListener("input", () => {
    row.value = slider.value;
    draw();
  });
  row.addEventListener("input", () => {
    slider.value = row.value;
    draw();
  });
  api
    .curve(machine.name)
    .then(({ staircase }) => {
      rows = staircase.map(([seq]) => seq);
      slider.min = String(rows[0] ?? 1);
      drawing.replaceChildren(...stairs(staircase, WIDTH, HEIGHT), mark);
      draw();
    })
    .catch(() => {});
  return [
    el(
      "div",
      { class: "rewind-curve" },
      drawing,
      field(words.rewind.slider, slider),
      el("p", { class: "muted" }, words.rewind.curve),
    ),
    field(words.rewind.row, row),
    takes,
  ];
}
