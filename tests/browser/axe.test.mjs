// No page breaks a rule of WCAG 2.2, A or AA, that a program can check: by day and by night, in English and in German.
import { after, before, test } from "node:test";
import { token } from "../server/desk.mjs";
import { startHouse } from "../server/house.mjs";
import { assertSound } from "./sound.mjs";
import { on, Visitor } from "./table.mjs";

let house;
before(async () => { house = await startHouse({ env: { MENAGERIE_CURATOR_TOKEN: token } }); });
after(() => house.close());

for (const colorScheme of ["light", "dark"]) {
  for (const lang of ["en", "de"]) {
    test(`every page, ${colorScheme}, ${lang}`, async () => {
      const visitor = await Visitor.come(house, `/?lang=${lang}`, { colorScheme });
      await visitor.see(`${on.exhibit("ellis")}`);
      await assertSound(visitor, "hall");
      for (const machine of ["menace", "her", "nimble", "ellis"]) {
        await visitor.page.goto(`${house.url}/machine/${machine}`);
        await visitor.standing();
        await assertSound(visitor, `${machine} with its rules`);
        if (machine !== (lang === "de" ? "her" : "menace")) continue;
        await visitor.anyGame();
        await assertSound(visitor, `${machine} after a game`);
        await visitor.find('[data-testid="practice-go"]').click();
        await visitor.find('[data-testid="practice-run"][data-shown="200"]').waitFor();
        await assertSound(visitor, `${machine} as it learns`);
      }
      for (const path of ["/minichess", "/books", "/answers#octapawn/b1-b2", "/stories", "/story?machine=her", "/story", "/lab#machine=her&games=20", "/pair", "/sealed", "/lesson", "/film?machine=ellis&at=1200", "/wall?machine=menace", "/api", "/curator", "/no/such/page", "/machine/hal"]) {
        if (lang === "de" && path === "/api") continue;
        await visitor.page.goto(house.url + path);
        await visitor.see("h1:visible, .notice:visible");
        await visitor.quiet(); // a page is judged whole, and left when it has what it asked for
        await assertSound(visitor, path);
      }
      visitor.wrongs = visitor.wrongs.filter((wrong) => !/404|hal/.test(wrong));
      await visitor.leave();
    });
  }
}

test("the curator's desk with its tags, by day and by night", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const visitor = await Visitor.come(house, "/curator", { colorScheme });
    await visitor.find('[data-testid="token"]').fill(token);
    await visitor.page.keyboard.press("Enter");
    await visitor.see('[data-testid="tag"][data-name="extendapawn"]');
    await assertSound(visitor, `the desk, ${colorScheme}`);
    await visitor.leave();
  }
});
