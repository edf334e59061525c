// menagerie(1), made of what help.mjs describes.

/** Text for troff: no escape, no request at the beginning of a line, hyphens that can be copied. */
const roff = (text) => text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^([.'])/gm, "\\&$1");

function commandPage({ name, usage, description, sections, footer }) {
  const lines = [`.SS ${name}`, `.B ${roff(usage)}`, ".PP", roff(description)];
  for (const { title, entries } of sections) {
    if (!["Options", "Positionals"].includes(title)) lines.push(".PP", `.I ${roff(title)}`);
    for (const { names, argument, description: words } of entries) {
      lines.push(".TP", `\\fB${roff(names.join(", "))}\\fR${argument ? ` \\fI${roff(argument)}\\fR` : ""}`, roff(words));
    }
  }
  if (footer) lines.push(".PP", roff(footer));
  return lines;
}

export function manual({ version, what, commands }) {
  return [
    `.TH MENAGERIE 1 "" "Menagerie ${version}" "User commands"`,
    ".SH NAME", `menagerie \\- ${roff(what)}`,
    ".SH SYNOPSIS", ".B menagerie", "COMMAND [...]", ".br", ".B menagerie \\-\\-help | \\-\\-version",
    ".SH COMMANDS", ...commands.flatMap((command) => commandPage(command)),
    ".SH ENVIRONMENT", roff("Each flag of serve can stand in the environment: --public-url as MENAGERIE_PUBLIC_URL. Flags go before the environment, that before the file of --config. MENAGERIE_CURATOR_TOKEN is the curator's token itself."),
    ".SH FILES",
    ".TP", ".I /etc/menagerie/menagerie.conf", "Settings of the packaged service.",
    ".TP", ".I /etc/default/menagerie", "Its environment.",
    ".TP", ".I /var/lib/menagerie", "Its data: menagerie.db holds the machines and their logs.",
    ".TP", ".I /usr/share/doc/menagerie", "Its documentation: README.md is where to begin, server/README.md tells how to run a museum, docker/README.md has recipes for proxies. A tarball has it in share/doc/menagerie.",
    ".SH EXIT STATUS", roff("0 for success, 1 for a check that failed or a file that could not be written, 2 for what was asked wrongly."),
    "",
  ].join("\n");
}
