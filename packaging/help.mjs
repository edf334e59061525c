// The command line as `--help` tells it, read back: so that the manual and the completions cannot say anything else.
import { execFileSync } from "node:child_process";

const column = 30; // where descriptions begin

/** {name, choices, argument, description} of one entry. CLI11 writes a default as "TEXT=x", since 2.4 as "TEXT [x]". */
function entry(left, description) {
  const [names, ...rest] = left.split(" ");
  const argument = rest.join(" ").replace(/^([^= ]+)=(.+)$/, "$1 [$2]");
  return { names: names.split(","), argument, choices: left.match(/\{([^}]*)\}/)?.[1].split(",") ?? [], description };
}

/** {description, usage, sections: [{title, entries}], footer} of one command's --help. */
function parse(text) {
  const command = { description: "", usage: "", sections: [], footer: "" };
  let section;
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i];
    const heading = line.match(/^(\w[\w ]*):$/);
    if (line.startsWith("Usage: ")) command.usage = line.slice(7);
    else if (heading) command.sections.push((section = { title: heading[1], entries: [] }));
    else if (/^ {2}\S/.test(line) && section) {
      const below = /^ {30}\S/.test(lines[i + 1] ?? "");
      if (below) section.entries.push(entry(line.trim(), lines[(i += 1)].trim()));
      else section.entries.push(entry(line.slice(0, column).trim(), line.slice(column).trim()));
    } else if (line.trim() && !section) command.description += `${command.description ? "\n" : ""}${line}`;
    else if (line.trim()) command.footer += `${command.footer ? "\n" : ""}${line}`;
  }
  return command;
}

/** {version, what, commands: [{name, what, ...parse}]} of the program. */
export function describe(program) {
  const ask = (...argv) => execFileSync(program, argv, { encoding: "utf8", env: { PATH: process.env.PATH, HOME: "/nonexistent", ...sanitizers() } });
  const [first, ...rest] = ask("--help").split("\n");
  const [, version, what] = first.match(/^Menagerie (\S+?): (.*?)\.?$/);
  const commands = rest.flatMap((line) => {
    const found = line.match(/^ {2}(\w+) +(.*)$/);
    return found ? [{ name: found[1], what: found[2], ...parse(ask(found[1], "--help")) }] : [];
  });
  return { version, what, commands };
}

/** What a sanitized build needs of the environment. */
function sanitizers() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(A|L|UB|T)SAN_OPTIONS$/.test(name)));
}
