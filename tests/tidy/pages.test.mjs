// How the pages' scripts and styles are laid out.
import assert from "node:assert/strict";
import { test } from "node:test";
import prettier from "prettier";
import ts from "typescript";
import { read, repositoryFiles, top } from "./files.mjs";

const widthMax = 120;
const besideTextMax = 80; // of a line whose text cannot be broken, what is left without it

const written = (file) => file === "web/js/books_figures.js"; // by a script
const files = repositoryFiles().filter((file) => /^web\/.*\.(js|mjs|css)$/.test(file) && !written(file));

test("they are formatted as .prettierrc.json says", async () => {
  assert.ok(files.length > 150, `${files.length} files`);
  const options = await prettier.resolveConfig(`${top}web/js/hall.js`, { editorconfig: true });
  assert.equal(options.printWidth, widthMax);
  const wrong = [];
  for (const file of files) {
    const { ignored } = await prettier.getFileInfo(`${top}${file}`, { ignorePath: `${top}.prettierignore` });
    assert.equal(ignored, false, file);
    if (!(await prettier.check(read(file), { ...options, filepath: file }))) wrong.push(file);
  }
  assert.deepEqual(wrong, [], "tests/node_modules/.bin/prettier --write . mends it");
});

/** [[from, to]] of every text of a script that stands in no other one. */
function textsOfScript(file) {
  const found = [];
  const isText = (node) => ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
  const visit = (node) => {
    if (isText(node)) found.push([node.getStart(), node.end]);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  return found;
}

const textsOfStyles = (file) => [...read(file).matchAll(/"[^"\n]*"/g)].map(({ 0: text, index }) => [index, index + text.length]);

test(`no line is wider than ${widthMax} characters, but for a text that cannot be broken`, () => {
  const wide = files.flatMap((file) => {
    const texts = file.endsWith(".css") ? textsOfStyles(file) : textsOfScript(file);
    let from = 0;
    return read(file).split("\n").flatMap((line, index) => {
      const [begin, end] = [from, from + line.length];
      from = end + 1;
      if (line.length <= widthMax) return [];
      const longest = Math.max(0, ...texts.map(([first, last]) => Math.min(last, end) - Math.max(first, begin)));
      return line.length - longest > besideTextMax ? [`${file}:${index + 1}: ${line.trim()}`] : [];
    });
  });
  assert.deepEqual(wide, []);
});
