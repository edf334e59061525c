// Debian's changelog of a package, made of CHANGELOG.md.
const widthMax = 80;

/** Words in lines that begin with `first`, the later ones with as many blanks. */
function wrapped(first, text) {
  return text.split(/\s+/).reduce((lines, word) => {
    const line = `${lines.at(-1)}${lines.at(-1).trimEnd() === lines.at(-1) ? " " : ""}${word}`;
    if (line.length > widthMax) lines.push(" ".repeat(first.length) + word);
    else lines[lines.length - 1] = line;
    return lines;
  }, [first]);
}

/** Lists and headings of Markdown as Debian's tools read them. */
const lines = (text) => text.replace(/\n {2,}/g, " ").split("\n").filter((line) => line.trim()).flatMap((line) =>
  (line.startsWith("- ") ? wrapped("  * ", line.slice(2)) : [`  [ ${line.replace(/^#+ |\*\*/g, "").trim()} ]`]));

export function debianChangelog(markdown, maintainer) {
  const versions = [...markdown.matchAll(/^## \[(\d[^\]]*)\] - (\S+)\n([^]*?)(?=^## |$(?![^]))/gm)];
  return versions.map(([, version, date, text]) => {
    const time = new Date(`${date}T12:00:00Z`).toUTCString().replace("GMT", "+0000");
    return [`menagerie (${version}) unstable; urgency=medium`, "", ...lines(text), "", ` -- ${maintainer}  ${time}`, ""].join("\n");
  }).join("\n");
}
