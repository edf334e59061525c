# Completion of menagerie(1) for bash; made from --help.
_menagerie() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} flags=
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W 'serve boxes solve evaluate simulate experiment tournament label learn export verify backup restore status copy healthcheck --help --version' -- "$word"))
    return
  fi
  case ${COMP_WORDS[1]} in
    serve)
      case $previous in
        --listen) :; return ;;
        --data) compopt -o default; return ;;
        --store) :; return ;;
        --doorbell) COMPREPLY=($(compgen -W 'on off' -- "$word")); return ;;
        --web) compopt -o default; return ;;
        --public-url) :; return ;;
        --data-license) :; return ;;
        --allow-origin) :; return ;;
        --trusted-proxy) :; return ;;
        --curator-token-file) compopt -o default; return ;;
        --answers) COMPREPLY=($(compgen -W 'covered shown' -- "$word")); return ;;
        --metrics) COMPREPLY=($(compgen -W 'on off' -- "$word")); return ;;
        --log-format) COMPREPLY=($(compgen -W 'text json' -- "$word")); return ;;
        --log-level) COMPREPLY=($(compgen -W 'debug info warn error' -- "$word")); return ;;
        --access-log) compopt -o default; return ;;
        --config) compopt -o default; return ;;
        --backup-every) :; return ;;
        --backup-keep) :; return ;;
        --backup-dir) compopt -o default; return ;;
        --frame-bytes-max) :; return ;;
        --resume-bytes-max) :; return ;;
        --header-bytes-max) :; return ;;
        --body-bytes-max) :; return ;;
        --connections-max) :; return ;;
        --connections-per-address-max) :; return ;;
        --frames-per-second-max) :; return ;;
        --frames-burst-max) :; return ;;
        --episodes-per-minute-max) :; return ;;
        --idle-socket-s) :; return ;;
        --idle-episode-s) :; return ;;
        --handshake-s) :; return ;;
        --write-s) :; return ;;
        --outbox-frames-max) :; return ;;
        --learner-episodes-max) :; return ;;
        --exports-per-client-max) :; return ;;
        --reads-per-address-max) :; return ;;
        --practice-games-max) :; return ;;
        --practices-per-minute-max) :; return ;;
        --experiment-games-max) :; return ;;
        --reads-waiting-per-address-max) :; return ;;
        --reads-waiting-max) :; return ;;
        --buffered-bytes-per-address-max) :; return ;;
        --buffered-bytes-max) :; return ;;
        --read-bytes-per-second-min) :; return ;;
        --document-cache-bytes-max) :; return ;;
        --export-copies-max) :; return ;;
        --export-bytes-max) :; return ;;
        --export-kept-s) :; return ;;
        --curator-guesses-per-minute-max) :; return ;;
        --ticket-s) :; return ;;
        --finished-games) :; return ;;
        --dry-era-after-s) :; return ;;
        --sealed-seats-max) :; return ;;
        --sealed-seats-per-address-max) :; return ;;
        --sealed-machines-percent) :; return ;;
        --sealed-round-s) :; return ;;
        --sealed-pause-s) :; return ;;
        --sealed-idle-s) :; return ;;
        --copies-max) :; return ;;
        --copies-per-address-max) :; return ;;
        --past-rooms-max) :; return ;;
        --past-rooms-per-address-max) :; return ;;
      esac
      flags='--help --listen --data --store --doorbell --web --public-url --data-license --allow-origin --trusted-proxy --curator-token-file --answers --metrics --log-format --log-level --read-only --access-log --config --backup-every --backup-keep --backup-dir --frame-bytes-max --resume-bytes-max --header-bytes-max --body-bytes-max --connections-max --connections-per-address-max --frames-per-second-max --frames-burst-max --episodes-per-minute-max --idle-socket-s --idle-episode-s --handshake-s --write-s --outbox-frames-max --learner-episodes-max --exports-per-client-max --reads-per-address-max --practice-games-max --practices-per-minute-max --experiment-games-max --reads-waiting-per-address-max --reads-waiting-max --buffered-bytes-per-address-max --buffered-bytes-max --read-bytes-per-second-min --document-cache-bytes-max --export-copies-max --export-bytes-max --export-kept-s --curator-guesses-per-minute-max --ticket-s --finished-games --dry-era-after-s --sealed-seats-max --sealed-seats-per-address-max --sealed-machines-percent --sealed-round-s --sealed-pause-s --sealed-idle-s --copies-max --copies-per-address-max --past-rooms-max --past-rooms-per-address-max'
      ;;
    boxes)
      case $previous in
        --seat) :; return ;;
        --rule) :; return ;;
        --boxes) :; return ;;
        --format) COMPREPLY=($(compgen -W 'text json csv' -- "$word")); return ;;
      esac
      flags='--help --seat --rule --boxes --format'
      ;;
    solve)
      case $previous in
        --position) :; return ;;
        --format) COMPREPLY=($(compgen -W 'text json csv' -- "$word")); return ;;
      esac
      flags='--help --position --format'
      ;;
    evaluate)
      case $previous in
        --data) compopt -o default; return ;;
        --machine) :; return ;;
        --against) :; return ;;
        --seat) :; return ;;
        --rule) :; return ;;
        --boxes) :; return ;;
        --format) COMPREPLY=($(compgen -W 'text json csv' -- "$word")); return ;;
      esac
      flags='--help --data --machine --against --seat --rule --boxes --format'
      ;;
    simulate)
      case $previous in
        --against) :; return ;;
        --games) :; return ;;
        --runs) :; return ;;
        --seed) :; return ;;
        --window) :; return ;;
        --threads) :; return ;;
        --seat) :; return ;;
        --rule) :; return ;;
        --boxes) :; return ;;
        --format) COMPREPLY=($(compgen -W 'text json csv' -- "$word")); return ;;
      esac
      flags='--help --against --games --runs --seed --window --threads --seat --rule --boxes --format'
      ;;
    experiment)
      case $previous in
        --spec) :; return ;;
        --data) compopt -o default; return ;;
        --threads) :; return ;;
      esac
      flags='--help --spec --data --threads'
      ;;
    tournament)
      case $previous in
        --games) :; return ;;
        --runs) :; return ;;
        --seed) :; return ;;
        --format) COMPREPLY=($(compgen -W 'text json csv' -- "$word")); return ;;
      esac
      flags='--help --games --runs --seed --format'
      ;;
    label)
      case $previous in
        --out) compopt -o default; return ;;
        --format) COMPREPLY=($(compgen -W 'pdf svg' -- "$word")); return ;;
        --paper) :; return ;;
        --size) :; return ;;
        --numbers) :; return ;;
        --public-url) :; return ;;
        --data) compopt -o default; return ;;
        --machine) :; return ;;
        --counts) COMPREPLY=($(compgen -W 'start now' -- "$word")); return ;;
        --seat) :; return ;;
        --rule) :; return ;;
        --boxes) :; return ;;
      esac
      flags='--help --out --format --paper --size --numbers --ticket --public-url --data --machine --counts --seat --rule --boxes'
      ;;
    learn)
      case $previous in
        --games) :; return ;;
        --runs) :; return ;;
        --to-move) COMPREPLY=($(compgen -W 'X O' -- "$word")); return ;;
        --seed) :; return ;;
        --format) COMPREPLY=($(compgen -W 'text json csv' -- "$word")); return ;;
      esac
      flags='--help --games --runs --to-move --seed --format'
      ;;
    export)
      case $previous in
        --data) compopt -o default; return ;;
        --store) :; return ;;
        --machine) :; return ;;
        --format) COMPREPLY=($(compgen -W 'csv ndjson json sqlite datapackage film' -- "$word")); return ;;
        --out) compopt -o default; return ;;
        --list) COMPREPLY=($(compgen -W 'history draws log episodes' -- "$word")); return ;;
        --public-url) :; return ;;
        --web) compopt -o default; return ;;
        --data-license) :; return ;;
        --from) compopt -o default; return ;;
        --to) :; return ;;
        --era) :; return ;;
        --box) :; return ;;
        --episode) :; return ;;
        --visit) :; return ;;
        --since) :; return ;;
        --until) :; return ;;
        --kind) :; return ;;
        --outcome) :; return ;;
        --after) :; return ;;
        --before) :; return ;;
        --limit) :; return ;;
      esac
      flags='--help --data --store --machine --format --out --list --public-url --web --data-license --from --to --era --box --episode --visit --since --until --kind --outcome --after --before --limit'
      ;;
    verify)
      case $previous in
        --data) compopt -o default; return ;;
        --store) :; return ;;
        --format) COMPREPLY=($(compgen -W 'text json' -- "$word")); return ;;
      esac
      flags='--help --data --store --format'
      ;;
    backup)
      case $previous in
        --data) compopt -o default; return ;;
        --out) compopt -o default; return ;;
      esac
      flags='--help --data --out --force'
      ;;
    restore)
      case $previous in
        --data) compopt -o default; return ;;
        --from) compopt -o default; return ;;
      esac
      flags='--help --data --from --check'
      ;;
    status)
      case $previous in
        --data) compopt -o default; return ;;
        --store) :; return ;;
        --config) compopt -o default; return ;;
        --backup-dir) compopt -o default; return ;;
        --format) COMPREPLY=($(compgen -W 'text json csv' -- "$word")); return ;;
      esac
      flags='--help --data --store --config --backup-dir --format'
      ;;
    copy)
      case $previous in
        --from) compopt -o default; return ;;
        --to) :; return ;;
      esac
      flags='--help --from --to'
      ;;
    healthcheck)
      case $previous in
        --listen) :; return ;;
      esac
      flags='--help --listen'
      ;;
  esac
  COMPREPLY=($(compgen -W "$flags" -- "$word"))
}
complete -F _menagerie menagerie
