// Makes what the build takes as it is, so that it needs no Node: typefaces, the page of the routes, texts; the lists of
// scripts in pages; and the types of the pages' frames and resources. To be run after what they follow from has changed;
// it prints the files that it has written.
//   node tests/prepare.mjs            what follows from the sources and from npm's packages
//   node tests/prepare.mjs PROGRAM    the manual and the completions too, which follow from the program's --help
// tests/tidy/made.test.mjs and tests/release/package.test.mjs hold that what is kept is what comes out here.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { debianChangelog } from "../packaging/changelog.mjs";
import { bash, fish, zsh } from "../packaging/completions.mjs";
import { describe } from "../packaging/help.mjs";
import { manual } from "../packaging/manual.mjs";
import { apiPage } from "../web/api_page.mjs";
import { exhibitTexts } from "../web/exhibit_texts.mjs";
import { lists } from "../web/lists.mjs";
import { protocolTypes } from "../web/protocol_types.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const json = (value) => `${JSON.stringify(value, null, 1)}\n`;

/** By typeface: the files of its npm package @fontsource/NAME that the pages and the printed labels take. */
const typefaces = {
  "league-gothic": ["league-gothic-latin-400-normal.woff2"],
  "source-serif-4": ["source-serif-4-latin-400-normal.woff2", "source-serif-4-latin-600-normal.woff2"],
  inter: ["inter-latin-500-normal.woff2"],
};

/** What the typefaces' packages hold, by its path in the repository; packages.json is for the list of parts. */
export function fonts() {
  const packages = Object.keys(typefaces).sort().map((name) => ({ name, folder: join(top, "tests/node_modules/@fontsource", name) }));
  const about = packages.map(({ name, folder }) => {
    const { name: npm, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { name: npm, version, license, text: `${name}.LICENSE` };
  });
  return {
    "web/fonts/packages.json": json(about),
    ...Object.fromEntries(packages.flatMap(({ name, folder }) => [
      [`web/fonts/${name}.LICENSE`, readFileSync(join(folder, "LICENSE"))],
      ...typefaces[name].map((file) => [`web/fonts/${file}`, readFileSync(join(folder, "files", file))]),
    ])),
  };
}

/** What follows from the sources. CMake puts the maintainer into the changelog. */
export const ofSources = () => ({
  ...lists(),
  "web/js/protocol.d.ts": protocolTypes,
  "web/made/api.html": apiPage,
  "web/made/exhibit_texts.cpp": exhibitTexts,
  "packaging/made/changelog": debianChangelog(readFileSync(join(top, "CHANGELOG.md"), "utf8"), "@MENAGERIE_MAINTAINER@"),
});

/** What follows from the program's --help. */
export function ofProgram(program) {
  const described = describe(program);
  return {
    "packaging/made/menagerie.1": manual(described),
    "packaging/made/menagerie.bash": bash(described),
    "packaging/made/menagerie.zsh": zsh(described),
    "packaging/made/menagerie.fish": fish(described),
  };
}

/** The files of the repository that are not what they should be. */
export const differing = (made) => Object.entries(made).filter(([path, content]) => {
  try {
    return !readFileSync(join(top, path)).equals(Buffer.from(content));
  } catch {
    return true; // it is not there
  }
}).map(([path]) => path);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = process.argv[2];
  const made = { ...fonts(), ...ofSources(), ...(program ? ofProgram(program) : {}) };
  for (const path of differing(made)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), made[path]);
    console.log(path);
  }
}
