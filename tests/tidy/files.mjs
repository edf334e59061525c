// The files of the repository, as every tidy test sees them.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const top = fileURLToPath(new URL("../..", import.meta.url));

const ignored = new Set([".git", "build", "data", "node_modules"]);

/** Tracked files and new ones; in a plain copy without git's folder, all but what .gitignore names. */
export function repositoryFiles() {
  try {
    const output = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
      cwd: top,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 64 << 20,
    });
    const present = new Set(walk(""));
    const files = output.split("\0").filter((file) => present.has(file)); // one that is deleted is still in the index
    if (files.length > 0) return files;
  } catch {
    // no git, or no repository of git
  }
  return walk("");
}

function walk(folder) {
  return readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    if (ignored.has(entry.name)) return [];
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    return entry.isDirectory() ? walk(path.split(sep).join("/")) : [path];
  });
}

export function read(file) {
  return readFileSync(join(top, file), "utf8");
}

/** Whether it is text: no zero byte near its beginning. */
export function isText(file) {
  return !readFileSync(join(top, file)).subarray(0, 8000).includes(0);
}
