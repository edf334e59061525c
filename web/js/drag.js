/** Moves by dragging. */

const DRAG_PX = 8;

/**
 * A piece that can move follows the finger, and is played where it is let go.
 * @param {import("./board.js").Board} board
 */
export function drag(board) {
  const { grid } = board;
  board.dragged = false;
  /** @type {{cell: HTMLButtonElement, x: number, y: number, id: number}|null} */
  let held = null;
  const piece = () => /** @type {SVGElement|null} */ (held?.cell.querySelector("svg") ?? null);
  const drop = () => {
    piece()?.style.removeProperty("transform");
    held?.cell.classList.remove("held");
    held = null;
  };
  grid.addEventListener("pointerdown", (event) => {
    board.dragged = false;
    const cell = /** @type {Element} */ (event.target).closest("button");
    if (cell?.dataset.mark === "from" && event.isPrimary && event.button === 0)
      held = { cell, x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!board.dragged && Math.hypot(dx, dy) < DRAG_PX) return;
    if (!board.dragged) {
      board.dragged = true;
      board.chosen = [held.cell.dataset.cell ?? ""];
      board.draw(board.view);
      held.cell.classList.add("held");
    }
    piece()?.style.setProperty("transform", `translate(${dx}px, ${dy}px)`);
  });
  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const from = held.cell;
    drop();
    if (!board.dragged) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    if (under && grid.contains(under) && under !== from) board.choose(under.dataset.cell ?? "");
    setTimeout(() => {
      board.dragged = false;
    });
  });
  addEventListener("pointercancel", () => {
    drop();
    board.dragged = false;
  });
}
