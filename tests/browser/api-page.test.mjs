// The page /api asks the house: a form at each route that reads, by keyboard too, and examples with the real address.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

test("a route is asked by keyboard alone, and shows what the house answers", async () => {
  const visitor = await Visitor.come(house, "/api#showMachine");
  const { page } = visitor;
  const route = page.locator("#showMachine");
  await route.locator("summary", { hasText: "Try it" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("ellis");
  await page.keyboard.press("Enter");
  const [head, body] = [route.locator("output pre").first(), route.locator("output pre").nth(1)];
  await body.waitFor();
  assert.match(await head.innerText(), /^200 OK\ncontent-type: application\/json/);
  assert.equal(JSON.parse(await body.innerText()).name, "ellis");
  assert.equal(await route.locator("output a").innerText(), `${house.url}/api/v1/machines/ellis`);
  assert.equal(await page.locator("output pre").count(), 2, "no other form was sent");
  await visitor.leave();
});

test("the examples name the address that the page came from", async () => {
  const visitor = await Visitor.come(house, "/api");
  await visitor.page.locator("#listMachines pre.curl", { hasText: `curl -s '${house.url}/api/v1/machines'` }).waitFor();
  assert.equal(await visitor.page.locator("pre.curl", { hasText: "localhost:8080" }).count(), 0);
  await visitor.leave();
});

test("choices are lists, a long answer is cut, a file is a link, and what is refused is shown", async () => {
  const visitor = await Visitor.come(house, "/api");
  const { page } = visitor;
  const ask = async (id, values) => {
    const route = page.locator(`#${id}`);
    if (!(await route.locator("form.try").isVisible())) await route.locator("summary", { hasText: "Try it" }).click();
    for (const [name, value] of Object.entries(values)) {
      const control = route.locator(`form.try [name="${name}"]`);
      if (await control.evaluate(({ tagName }) => tagName === "SELECT")) await control.selectOption(value);
      else await control.fill(value);
    }
    const answered = page.waitForResponse((response) => response.url().includes("/api/v1/"));
    await route.locator("form.try button").click();
    await answered;
    await route.locator("output:not([aria-busy]) pre").first().waitFor();
    return route.locator("output").innerText();
  };
  assert.match(await ask("listEpisodes", { machine: "ellis", outcome: "loss", limit: "1" }), /"outcome": "loss"/);
  assert.match(await ask("showHistoryCsv", { machine: "ellis" }), /… and more/);
  assert.match(await ask("printLabelsPdf", { machine: "her", numbers: "1" }), /follow the address/);
  assert.deepEqual(visitor.wrongs, []);
  assert.match(await ask("showMachine", { machine: "hal" }), /404 Not Found[^]*there is no machine of that name/);
  visitor.wrongs = visitor.wrongs.filter((words) => !/404/.test(words));
  await visitor.leave();
});

test("the forms fit a telephone", async () => {
  const visitor = await Visitor.come(house, "/api", { viewport: { width: 390, height: 800 } });
  for (const id of ["listEpisodes", "printLabelsPdf"]) await visitor.page.locator(`#${id} summary`, { hasText: "Try it" }).click();
  assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await visitor.leave();
});
