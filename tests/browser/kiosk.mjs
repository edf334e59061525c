// A kiosk as its visitors use it: its selectors, their first touch, and how large and how near its controls are.
import assert from "node:assert/strict";

export const seen = (name) => `[data-testid="${name}"]`;
export const kiosk = { attract: seen("attract"), play: seen("play"), pause: seen("pause"), caption: seen("caption"), away: seen("away"), still: `${seen("still-there")}[open]`, here: seen("still-here"), fault: seen("fault"), stage: ".show-stage" };
const touchMm = 20;

/** A visitor's first touch, at the table of a machine. */
export async function arrive(visitor) {
  await visitor.find(kiosk.play).click();
  await visitor.page.locator(kiosk.attract).waitFor({ state: "detached" });
}

/** Whatever a finger can hit now, with its sides in CSS pixels. A part of the page that a dialog covers is not there. */
export const controls = (visitor) => visitor.page.evaluate(() => {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const all = [...top.querySelectorAll("button:not([disabled]), a[href], label:has(input), input:not(label input), [role=button]")];
  const scrolledAway = (it) => {
    const shelf = it.closest(".shelf")?.getBoundingClientRect();
    const { top: y, bottom } = it.getBoundingClientRect();
    return shelf && (y < shelf.top - 1 || bottom > shelf.bottom + 1);
  };
  const visible = (it) => it.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const touchable = (it) => !it.closest("[inert]") && getComputedStyle(it).pointerEvents !== "none";
  return all.filter((it) => visible(it) && touchable(it) && !scrolledAway(it))
    .map((it) => {
      const { width, height, top: y, bottom } = it.getBoundingClientRect();
      return { name: it.getAttribute("aria-label") ?? it.textContent.trim().slice(0, 30), width, height, top: y, bottom };
    });
});

export async function assertForFingers(visitor, mm, what) {
  const found = await controls(visitor);
  assert.ok(found.length > 0, `${what} has controls`);
  assert.deepEqual(found.filter(({ width, height }) => Math.min(width, height) * mm < touchMm - 0.5).map(({ name, width, height }) => `${what}: ${name}: ${(width * mm).toFixed(1)} x ${(height * mm).toFixed(1)} mm`), []);
}

/** All of the table's controls are on the screen, in the part that a seated visitor reaches. */
export async function assertWithinReach(visitor, mm, reach, what) {
  const { height } = visitor.page.viewportSize();
  const found = await controls(visitor);
  assert.deepEqual(found.filter(({ top, bottom }) => bottom > height + 1 || top < -1 || (height - top) * mm > reach + 1).map(({ name, top, bottom }) => `${what}: ${name}: ${Math.round(top)} to ${Math.round(bottom)} of ${height}`), []);
}
