// The links of Markdown files within their folder: in the repository, and in what a package installs of it.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The names that headings have in links, as GitHub and its kin make them. */
const anchors = (text) => new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")));

/** {count, broken}: how many links to files these Markdown files of `folder` have, and each that leads nowhere. */
export function followLinks(folder, files) {
  let count = 0;
  const broken = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8").replace(/^```[^]*?^```/gm, "");
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter((link) => !/^[a-z]+:/.test(link)).flatMap((link) => {
      count += 1;
      const [path, anchor] = link.split("#");
      const to = path ? join(folder, dirname(file), path) : join(folder, file);
      if (!existsSync(to)) return [`${file}: ${link} leads nowhere`];
      return anchor && !anchors(readFileSync(to, "utf8")).has(anchor) ? [`${file}: ${link}: there is no such heading`] : [];
    });
  });
  return { count, broken };
}
