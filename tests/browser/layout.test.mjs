// The pages' measures: nothing taller than it must be, nothing that jumps, nothing that sticks out, and a board that
// stands as its squares are named, also where one reads from right to left.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

let house;
let names;
before(async () => {
  house = await startHouse();
  names = (await house.get("/machines")).machines.map(({ name }) => name);
});
after(() => house.close());

const heightMax = 1.2; // viewports
const shiftMax = 0.02;

test("no card but the wall is higher than 1.2 viewports, and nothing sticks out at 320 px", async () => {
  for (const [width, height] of [[320, 568], [390, 844], [1280, 800]]) {
    const visitor = await Visitor.come(house, "/", { viewport: { width, height } });
    await visitor.see(on.exhibit("ellis"));
    for (const path of ["/", ...names.map((name) => `/machine/${name}`)]) {
      if (path !== "/") {
        await visitor.page.goto(house.url + path);
        await visitor.standing();
      }
      const found = await visitor.page.evaluate((most) => ({
        high: [...document.querySelectorAll(".card:not(#wall), .exhibit")].filter((card) => card.getBoundingClientRect().height > most * innerHeight).map((card) => card.className),
        wide: document.documentElement.scrollWidth - innerWidth,
      }), heightMax);
      assert.deepEqual(found, { high: [], wide: Math.min(0, found.wide) }, `${path} at ${width} x ${height}`);
    }
    await visitor.leave();
  }
});

test("at 400 % zoom, and with letters twice as large, all is there without scrolling sideways and nothing overlaps", async () => {
  for (const [width, height, root] of [[320, 200, ""], [640, 800, "32px"], [1280, 800, "32px"]]) {
    const visitor = await Visitor.come(house, "/machine/menace", { viewport: { width, height } });
    await visitor.standing();
    await visitor.find('[data-testid="strength"]:not(:empty)').waitFor({ state: "attached" });
    if (root) await visitor.page.evaluate((size) => document.documentElement.style.setProperty("font-size", size, "important"), root);
    for (const path of ["table", "hall"]) {
      if (path === "hall") await visitor.page.goto(house.url);
      if (path === "hall") await visitor.see(on.exhibits);
      if (root) await visitor.page.evaluate((size) => document.documentElement.style.setProperty("font-size", size, "important"), root);
      const found = await visitor.page.evaluate(() => {
        const cards = [...document.querySelectorAll(".card, .exhibit")].filter((card) => card.offsetParent).map((card) => [card.className, card.getBoundingClientRect()]);
        const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        return { wide: document.documentElement.scrollWidth > innerWidth, overlaps: cards.flatMap(([name, box], i) => cards.slice(i + 1).filter(([, other]) => overlap(box, other)).map(([other]) => `${name} and ${other}`)) };
      });
      assert.deepEqual(found, { wide: false, overlaps: [] }, `${path} at ${width} x ${height} ${root}`);
    }
    await visitor.leave();
  }
});

test("what is to be read is at least 12 px high, and a bead's letter 9, before a game and after it", async () => {
  for (const [width, height] of [[360, 640], [390, 844], [1280, 800]]) {
    for (const path of ["/", ...["menace", "her", "octapawn", "nimble", "minicheckers-gardner", "go-3x3"].map((name) => `/machine/${name}`)]) {
      const visitor = await Visitor.come(house, path, { viewport: { width, height } });
      const small = () => visitor.page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = new Set();
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const it = node.parentElement;
          const range = document.createRange();
          range.selectNodeContents(node);
          const text = node.textContent.trim();
          if (!text || it.closest("script, style, .hear") || !it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || range.getBoundingClientRect().width < 1) continue;
          const matrix = it.ownerSVGElement ? it.getScreenCTM() : null;
          const high = parseFloat(getComputedStyle(it).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
          if (high < (it.closest(".bead, .dot") ? 9 : 12) - 0.05) found.add(`${it.nodeName}.${it.getAttribute("class")} ${high.toFixed(1)}: ${text.slice(0, 20)}`);
        }
        return [...found];
      });
      if (path === "/") await visitor.see(on.exhibit("ellis"));
      else await visitor.standing();
      assert.deepEqual(await small(), [], `${path} at ${width}`);
      if (path !== "/") {
        await visitor.anyGame();
        assert.deepEqual(await small(), [], `${path} at ${width}, after a game`);
      }
      await visitor.leave();
    }
  }
});

test("nothing jumps while a page comes up", async () => {
  const jumps = [];
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
    const visitor = await Visitor.come(house, "/", { viewport });
    await visitor.page.addInitScript(() => {
      [globalThis.shift, globalThis.moved] = [0, []];
      const name = ({ node }) => `${node?.nodeName ?? "?"}#${node?.id ?? ""}.${node?.className ?? ""}`;
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries().filter((entry) => !entry.hadRecentInput)) {
          globalThis.shift += value;
          globalThis.moved.push(...sources.map(name));
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const path of ["/", ...names.map((name) => `/machine/${name}`), "/books", "/stories", "/story?machine=menace", "/lab", "/pair", "/answers", "/film?machine=her", "/minichess", "/api", "/curator"]) {
      await visitor.page.goto(house.url + path);
      if (path === "/") await visitor.see(on.exhibit("ellis"));
      else if (path.startsWith("/machine")) await visitor.standing();
      await visitor.quiet();
      const { shift, moved } = await visitor.page.evaluate(() => ({ shift: globalThis.shift, moved: globalThis.moved }));
      if (shift > shiftMax) jumps.push(`${path} at ${viewport.width}: ${shift}, ${moved}`);
    }
    await visitor.leave();
  }
  assert.deepEqual(jumps, []);
});

test("no name of a machine or its maker is cut off, and the next game's button fills its row", async () => {
  for (const [width, height] of [[320, 640], [390, 844], [768, 1024], [1280, 800]]) {
    const visitor = await Visitor.come(house, "/machine/ellis", { viewport: { width, height } });
    for (const path of ["ellis", "nimble?lang=de", "minicheckers-gardner?lang=de", "caswell", "menace-two?lang=en"]) {
      await visitor.page.goto(`${house.url}/machine/${path}`);
      await visitor.standing();
      const cut = await visitor.find("#title, #maker, #turn").evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth).map(({ textContent }) => textContent));
      assert.deepEqual(cut, [], `${path} at ${width}`);
    }
    await visitor.anyGame();
    const [button, row] = await visitor.page.evaluate((next) => [document.querySelector(next), document.querySelector(next).parentElement].map((each) => each.getBoundingClientRect().width), on.nextGame);
    assert.ok(row - button < 2, `${button} of ${row} at ${width}`);
    await visitor.leave();
  }
});

test("where one reads from right to left, the board still stands as its squares are named", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.standing();
  await visitor.page.evaluate(() => { document.documentElement.dir = "rtl"; });
  const lefts = await Promise.all(["a1", "b1", "c1"].map(async (name) => (await visitor.find(on.cell(name)).boundingBox()).x));
  assert.ok(lefts[0] < lefts[1] && lefts[1] < lefts[2], `${lefts}`);
  const wide = await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(wide);
  await visitor.leave();
});

test("the board stands still from the first legal move to the end of a game, whatever is said around it", async () => {
  const sizes = [[320, 568], [390, 844], [768, 1024], [844, 390], [1280, 800], [3840, 2160]];
  for (const [name, ...languages] of [["menace", "en"], ["her", "de"], ["him", "en", "de"], ["go-3x3", "en"]]) {
    for (const lang of languages) {
      const visitor = await Visitor.come(house, `/machine/${name}?lang=${lang}`);
      await visitor.standing();
      // After every drawing the board is measured at each size: what it says there is what could move it.
      const measure = async () => {
        const found = {};
        for (const [width, height] of sizes) {
          await visitor.page.setViewportSize({ width, height });
          found[`${width} x ${height}`] = await visitor.find(on.board).evaluate((board) => {
            const { x, y, width: wide, height: high } = board.getBoundingClientRect();
            return [x, y + scrollY, wide, high].map((length) => Math.round(length)).join(" ");
          });
        }
        await visitor.page.setViewportSize({ width: 1280, height: 900 });
        return found;
      };
      const first = await measure();
      for (let moves = 0; moves < 12; moves += 1) {
        await visitor.see(on.phase("your-turn", "over"));
        assert.deepEqual(await measure(), first, `${name}, ${lang}, after ${moves} moves: ${await visitor.find(".play").innerText()}`);
        if ((await visitor.data(on.board, "phase")) === "over") break;
        await visitor.anyMove();
      }
      for (const touch of ["note", "long"]) {
        await visitor.page.evaluate((which) => {
          const [note, say, turn] = ["note", "say", "turn"].map((id) => document.getElementById(id));
          note.hidden = which === "long";
          say.hidden = which === "note";
          note.textContent = say.textContent = "The piece stands where no piece stood before, and this sentence is as long as sentences here become, and longer still. ".repeat(2);
          turn.textContent = "The turn of a machine with a very long name";
        }, touch);
        assert.deepEqual(await measure(), first, `${name}, ${lang}, ${touch}`);
      }
      await visitor.leave();
    }
  }
});

test("on a wide screen the board fills its card, and stands in the middle of what is left", async () => {
  for (const [width, height] of [[1280, 800], [1440, 900], [1920, 1080]]) {
    const visitor = await Visitor.come(house, "/machine/menace", { viewport: { width, height } });
    await visitor.standing();
    const left = await visitor.page.evaluate(() => {
      const [card, board, under] = [".play", "#board .board", ".under"].map((part) => document.querySelector(part).getBoundingClientRect());
      return [board.top - under.bottom, card.bottom - board.bottom];
    });
    assert.ok(left[0] + left[1] < 0.11 * height && Math.abs(left[0] - left[1]) < 24, `${left} at ${width} x ${height}`);
    await visitor.leave();
  }
});

test("that the line is down is said where it covers neither the machine's name nor its figures, nor the turn", async () => {
  for (const [width, height, lang] of [[320, 640, "de"], [390, 844, "de"], [844, 390, "en"], [1280, 800, "de"]]) {
    const visitor = await Visitor.come(house, `/machine/menace?lang=${lang}`, { viewport: { width, height } });
    await visitor.anyMove();
    const over = await visitor.page.evaluate(() => {
      Object.assign(document.querySelector("#line"), { hidden: false }); // the page hides it again when it next draws
      const line = document.querySelector("#line").getBoundingClientRect();
      const covers = ({ left, right, top, bottom }) => Math.min(right, line.right) > Math.max(left, line.left) && Math.min(bottom, line.bottom) > Math.max(top, line.top);
      return { seen: line.height > 10 && line.top >= 0 && line.left >= 0 && line.right <= innerWidth, covered: ["#title", "#strength", ".tabs", "#turn", "#say", "#board", ".actions"].filter((part) => covers(document.querySelector(part).getBoundingClientRect())) };
    });
    assert.deepEqual(over, { seen: true, covered: [] }, `${width} x ${height}`);
    await visitor.leave();
  }
});

test("a board's coordinates are not covered by what is around a piece, and Go's stand on their lines", async () => {
  const visitor = await Visitor.come(house, "/machine/her", { viewport: { width: 1280, height: 800 } });
  await visitor.standing();
  const covered = await visitor.page.evaluate(() => {
    const rims = [...document.querySelectorAll('#board [data-mark="from"] .spot')].map((spot) => spot.getBoundingClientRect());
    const within = (rim, x, y) => { // a rim has round corners
      const r = 0.5 * rim.width;
      const [dx, dy] = [Math.max(rim.left + r - x, 0, x - rim.right + r), Math.max(rim.top + r - y, 0, y - rim.bottom + r)];
      return x > rim.left && x < rim.right && y > rim.top && y < rim.bottom && Math.hypot(dx, dy) < r;
    };
    return [...document.querySelectorAll("#board .g-mark")].filter((mark) => {
      const { left, right, top, bottom } = mark.getBoundingClientRect();
      return rims.some((rim) => within(rim, (left + right) / 2, (top + bottom) / 2));
    }).map((mark) => mark.textContent);
  });
  assert.deepEqual(covered, []);
  await visitor.page.goto(`${house.url}/machine/go-3x3`);
  await visitor.standing();
  const off = await visitor.find("#board .board").evaluate((board) => {
    const middle = ({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
    const lines = [...board.querySelectorAll(".g-line")].map((line) => ({ lies: line.getBBox().height === 0, at: middle(line.getBoundingClientRect()) }));
    return [...board.querySelectorAll(".g-mark")].map((mark) => {
      const at = middle(mark.getBoundingClientRect());
      const isRank = mark.classList.contains("rank");
      return Math.min(...lines.filter(({ lies }) => lies === isRank).map((line) => Math.abs(isRank ? line.at.y - at.y : line.at.x - at.x)));
    });
  });
  assert.equal(off.length, 6);
  assert.ok(off.every((distance) => distance < 2), `${off}`);
  await visitor.leave();
});

test("the drawn bead beside a piece covers no coordinate", async () => {
  for (const machine of ["menace", "her", "caswell"]) {
    const visitor = await Visitor.come(house, `/machine/${machine}`, { viewport: { width: 390, height: 844 } });
    await visitor.standing();
    const covered = await visitor.find("#board .board").evaluate((board) => {
      const boxes = [...board.querySelectorAll(".cell")].map((cell) => {
        const bead = Object.assign(document.createElement("i"), { className: "bead mini" });
        return cell.appendChild(bead).getBoundingClientRect();
      });
      const meet = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left)
        && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
      return [...board.querySelectorAll(".g-mark")].filter((mark) => {
        const place = mark.getBoundingClientRect();
        return boxes.some((bead) => meet(place, bead));
      }).map((mark) => mark.textContent);
    });
    assert.deepEqual(covered, [], machine);
    await visitor.leave();
  }
});

test("what the strength says is whole, in two lines where one has no room, or is not there at all", async () => {
  const looks = [[390, 844, "menace", true], [390, 844, "minicheckers-gardner", null], [768, 1024, "menace", true],
    [768, 1024, "her", true], [1024, 768, "menace", true], [1280, 800, "minicheckers-gardner", true]];
  for (const lang of ["en", "de"]) {
    for (const [width, height, machine, more] of looks) {
      const visitor = await Visitor.come(house, `/machine/${machine}?lang=${lang}`, { viewport: { width, height } });
      await visitor.see("#strength:not([hidden])");
      const label = await visitor.find(".strength-label").evaluate((it) => ({
        cut: it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 2,
        more: it.offsetWidth > 0 && it.querySelector(".strength-more").offsetWidth > 0,
      }));
      assert.equal(label.cut, false, `${machine} in ${lang} at ${width} x ${height}`);
      if (more !== null) assert.equal(label.more, more, `${machine} in ${lang} at ${width} x ${height}: the sentence has its end`);
      await visitor.leave();
    }
  }
});

test("no word is cut or broken in a phone's choices of Watch it learn, nor over the wall of a wide screen", async () => {
  for (const lang of ["en", "de"]) {
    const visitor = await Visitor.come(house, `/machine/her?lang=${lang}`, { viewport: { width: 390, height: 844 } });
    await visitor.find('[data-testid="practice-go"]').click();
    await visitor.page.waitForFunction(() => {
      const isStyled = [...document.styleSheets].some(({ href }) => href?.endsWith("/css/practice.css"));
      return isStyled && document.querySelector(".practice-choices select");
    });
    const room = await visitor.page.locator(".practice-choices select").evaluateAll((all) => {
      const pen = document.createElement("canvas").getContext("2d");
      return all.flatMap((select) => [...select.options].map(({ text }) => {
        pen.font = getComputedStyle(select).font;
        return [text, Math.round(select.clientWidth - 30 - pen.measureText(text).width)]; // beside its arrow
      }));
    });
    assert.ok(room.length > 0, "there are choices");
    assert.deepEqual(room.filter(([, left]) => left < 0), [], lang);
    await visitor.page.setViewportSize({ width: 1280, height: 800 });
    await visitor.page.goto(`${house.url}/machine/her?lang=${lang}`);
    await visitor.see(on.wallBox(1));
    const over = await visitor.find(".wall h2").evaluate((title) => {
      title.style.overflowWrap = "normal";
      return title.scrollWidth - title.clientWidth;
    });
    assert.ok(over <= 1, `${lang}: ${over} px`);
    await visitor.leave();
  }
});

test("on a phone the head of a page to read has two rows: the museum with its languages, and its links", async () => {
  for (const path of ["/story?machine=menace", "/lab", "/pair", "/books"]) {
    const visitor = await Visitor.come(house, path, { viewport: { width: 390, height: 844 } });
    await visitor.see(".languages button");
    const parts = [".brand", ".languages", ".house nav", ".house"];
    const [brand, languages, links, head] = await visitor.page.evaluate((all) => all.map((part) => {
      const { top, bottom, height } = document.querySelector(part).getBoundingClientRect();
      return { top, bottom, height };
    }), parts);
    const isTwo = languages.top < brand.bottom && links.top >= languages.bottom - 1 && head.height < 120;
    assert.ok(isTwo, `${path}: ${JSON.stringify({ brand, languages, links, head })}`);
    await visitor.leave();
  }
});

test("on a machine's page the way to the hall is high enough for a finger on the smallest phone", async () => {
  const visitor = await Visitor.come(house, "/machine/menace", { viewport: { width: 320, height: 640 } });
  await visitor.standing();
  const { brand, middle } = await visitor.page.evaluate(() => {
    const [link, head] = [".brand", ".house"].map((part) => document.querySelector(part).getBoundingClientRect());
    return { brand: link.height, middle: Math.abs(link.top + link.bottom - head.top - head.bottom) / 2 };
  });
  assert.ok(brand >= 24, `${brand} px`);
  assert.ok(middle <= 4, `${middle} px off the middle`);
  await visitor.leave();
});

test("a sentence at the table that has no room is written smaller, and where even that is too much the keyboard scrolls it", async () => {
  const visitor = await Visitor.come(house, "/machine/menace?lang=de", { viewport: { width: 320, height: 640 } });
  await visitor.standing();
  const seen = [];
  for (const root of ["20px", "32px"]) {
    await visitor.page.evaluate((size) => { document.documentElement.style.fontSize = size; }, root);
    await visitor.anyMove(); // it says something else then
    await visitor.see(`${on.phase("your-turn")}, ${on.phase("over")}`);
    await visitor.page.evaluate(() => document.fonts.ready.then(() => {})); // bold letters come later
    await visitor.drawn();
    seen.push(await visitor.page.locator("#say").evaluate((place) => ({
      isLong: place.classList.contains("long"),
      isWhole: place.scrollHeight <= place.clientHeight,
      hasKeys: place.tabIndex === 0,
    })));
  }
  assert.ok(seen.every(({ isWhole, hasKeys }) => isWhole !== hasKeys), JSON.stringify(seen));
  assert.deepEqual(seen.map(({ isLong }) => isLong), [true, true], JSON.stringify(seen));
  await visitor.leave();
});
