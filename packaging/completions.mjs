// Completions of bash, zsh and fish for what help.mjs describes.

const flagsOf = (command) => command.sections.filter(({ title }) => title !== "Positionals").flatMap(({ entries }) => entries);
const takesFile = ({ names }) => names.some((name) => /^--(out|data|from|config|web|curator-token-file|backup-dir|access-log)$/.test(name));
const takesValue = (flag) => flag.argument !== "" || takesFile(flag);
const long = (flag) => flag.names.find((name) => name.startsWith("--"));
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

export function bash({ commands }) {
  const cases = commands.map((command) => {
    const flags = flagsOf(command);
    const values = flags.filter(takesValue).map((flag) => {
      const words = flag.choices.length ? `COMPREPLY=($(compgen -W ${quote(flag.choices.join(" "))} -- "$word"))` : takesFile(flag) ? `compopt -o default` : ":";
      return `        ${long(flag)}) ${words}; return ;;\n`;
    });
    return `    ${command.name})\n      case $previous in\n${values.join("")}      esac\n      flags=${quote(flags.map(long).join(" "))}\n      ;;\n`;
  });
  return `# Completion of menagerie(1) for bash; made from --help.
_menagerie() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} flags=
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W ${quote(commands.map(({ name }) => name).join(" ") + " --help --version")} -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join("")}  esac
  COMPREPLY=($(compgen -W "$flags" -- "$word"))
}
complete -F _menagerie menagerie
`;
}

export function zsh({ commands }) {
  const plain = (text) => text.replaceAll("\\", "\\\\").replaceAll("[", "\\[").replaceAll("]", "\\]").replaceAll(":", "\\:");
  const spec = (flag) => {
    const value = !takesValue(flag) ? "" : flag.choices.length ? `:value:(${flag.choices.join(" ")})` : takesFile(flag) ? ":file:_files" : ":value: ";
    return quote(`${long(flag)}[${plain(flag.description)}]${value}`);
  };
  const cases = commands.map((command) => `    ${command.name})\n      _arguments ${flagsOf(command).map(spec).join(" \\\n        ")}\n      ;;\n`);
  return `#compdef menagerie
# Completion of menagerie(1) for zsh; made from --help.
_menagerie() {
  local -a commands=(
${commands.map(({ name, what }) => `    ${quote(`${name}:${what.replaceAll(":", "\\:")}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
${cases.join("")}  esac
}
_menagerie "$@"
`;
}

export function fish({ commands }) {
  const lines = commands.flatMap((command) => [
    `complete -c menagerie -f -n __fish_use_subcommand -a ${command.name} -d ${quote(command.what)}`,
    ...flagsOf(command).map((flag) => {
      const value = !takesValue(flag) ? "" : flag.choices.length ? ` -x -a ${quote(flag.choices.join(" "))}` : takesFile(flag) ? " -r -F" : " -x";
      return `complete -c menagerie -n '__fish_seen_subcommand_from ${command.name}' -l ${long(flag).slice(2)}${value} -d ${quote(flag.description)}`;
    }),
  ]);
  return `# Completion of menagerie(1) for fish; made from --help.\n${lines.join("\n")}\n`;
}
