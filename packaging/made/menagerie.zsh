#compdef menagerie
# Completion of menagerie(1) for zsh; made from --help.
_menagerie() {
  local -a commands=(
    'serve:serve the museum'
    'boxes:list a machine'\''s matchboxes and beads'
    'solve:tell a game'\''s value, move by move'
    'evaluate:tell exactly how good a machine is'
    'simulate:teach a machine again and again'
    'experiment:play a published experiment, or your own'
    'tournament:let two machines play and learn'
    'label:print labels for real matchboxes'
    'learn:let X and O play on from a position of yours'
    'export:print every bead that ever moved, or make a SQLite file of it'
    'verify:recompute every log and compare the beads'
    'backup:copy the museum while it is open'
    'restore:put a backup back'
    'status:tell of a data folder\: machines, disk, backups, versions'
    'copy:move a museum between SQLite and PostgreSQL'
    'healthcheck:ask the running server whether it is well'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT -= 1 ))
  case $command in
    serve)
      _arguments '--help[Print this help message and exit]' \
        '--listen[address and port to listen on (\:8080 is every IPv4 address), or unix\:/path for a unix socket]:value: ' \
        '--data[folder of the museum\: database and key]:file:_files' \
        '--store[PostgreSQL database that holds the museum instead of a folder\: postgresql\://USER@HOST/DATABASE, with the password in PGPASSWORD or ~/.pgpass]:value: ' \
        '--doorbell[whether servers on one PostgreSQL database wake each other by NOTIFY, on or off (behind a pooler of transactions); off, they look every 250 ms]:value:(on off)' \
        '--web[folder of the pages (default\: beside the program)]:file:_files' \
        '--public-url[address that visitors use, such as https\://menagerie.example; for links and the codes on labels, and so that a page by another name gets no WebSocket]:value: ' \
        '--data-license[licence of the data, as an SPDX identifier such as CC-BY-4.0; data packages name it]:value: ' \
        '--allow-origin[another Origin whose pages may play, such as https\://school.example]:value: ' \
        '--trusted-proxy[address or network whose X-Forwarded-For is believed, such as 10.0.0.0/8]:value: ' \
        '--curator-token-file[file with the curator'\''s token, which opens /curator; or the token itself in MENAGERIE_CURATOR_TOKEN]:file:_files' \
        '--answers[covered or shown\: whether pages cover who wins without mistakes, and which boxes hold none, until a visitor asks or has played three games; REST tells it always]:value:(covered shown)' \
        '--metrics[GET /metrics, for Prometheus\: on or off]:value:(on off)' \
        '--log-format[text or json (one object a line)]:value:(text json)' \
        '--log-level[debug, info, warn or error]:value:(debug info warn error)' \
        '--read-only[show what is there and write nothing\: nobody plays or teaches; --data may be a backup'\''s file]' \
        '--access-log[file to append a line to for each answer, without the visitor'\''s address; or - for standard output (default\: none)]:file:_files' \
        '--config[file of settings\: one `name = value` a line, names as above without the dashes]:file:_files' \
        '--backup-every[how often the server makes a verified backup, such as 24h, 30m or 7d; or off]:value: ' \
        '--backup-keep[how many of these backups are kept]:value: ' \
        '--backup-dir[folder of these backups (default\: backups in --data)]:file:_files' \
        '--frame-bytes-max[bytes in a visitor'\''s frame]:value: ' \
        '--resume-bytes-max[bytes in a resume frame]:value: ' \
        '--header-bytes-max[bytes in an HTTP request'\''s header]:value: ' \
        '--body-bytes-max[bytes in an HTTP request'\''s body]:value: ' \
        '--connections-max[connections in all]:value: ' \
        '--connections-per-address-max[connections from one address (0\: no limit)]:value: ' \
        '--frames-per-second-max[frames a second from one connection (0\: no limit)]:value: ' \
        '--frames-burst-max[frames that a connection may send at once]:value: ' \
        '--episodes-per-minute-max[episodes begun a minute from one address (0\: no limit)]:value: ' \
        '--idle-socket-s[seconds of silence, two unanswered pings among them, before a socket is closed]:value: ' \
        '--idle-episode-s[seconds before an abandoned table is put away]:value: ' \
        '--handshake-s[seconds to send a whole HTTP request]:value: ' \
        '--write-s[seconds to take what was sent]:value: ' \
        '--outbox-frames-max[frames waiting for one connection before it is closed]:value: ' \
        '--learner-episodes-max[finished episodes waiting to be learned]:value: ' \
        '--exports-per-client-max[history exports at once from one address]:value: ' \
        '--reads-per-address-max[reads of the log under way at once for one address]:value: ' \
        '--practice-games-max[games that a throw-away copy of a machine plays for one answer]:value: ' \
        '--practices-per-minute-max[such answers, experiments and analyses, a minute for one address (0\: no limit)]:value: ' \
        '--experiment-games-max[an experiment'\''s games times lives]:value: ' \
        '--reads-waiting-per-address-max[reads that may wait for one address; beyond\: 503]:value: ' \
        '--reads-waiting-max[reads that may wait in all; beyond\: 503]:value: ' \
        '--buffered-bytes-per-address-max[bytes in answers that one address has not read yet; beyond\: 503]:value: ' \
        '--buffered-bytes-max[bytes in answers that all addresses have not read yet; beyond\: 503]:value: ' \
        '--read-bytes-per-second-min[bytes a second that a client must take, over --write-s (0\: any)]:value: ' \
        '--document-cache-bytes-max[bytes of labels that are kept]:value: ' \
        '--export-copies-max[files behind export.sqlite at once; beyond\: 503]:value: ' \
        '--export-bytes-max[bytes in such files; beyond, no other one is begun\: 503]:value: ' \
        '--export-kept-s[seconds that such a file is kept for who comes back for the rest of it]:value: ' \
        '--curator-guesses-per-minute-max[wrong curator'\''s tokens a minute from one address (0\: no limit)]:value: ' \
        '--ticket-s[seconds that a ticket is good for]:value: ' \
        '--finished-games[games that a machine which cannot be beaten still plays before a new era (0\: no new era by itself)]:value: ' \
        '--dry-era-after-s[seconds before a dry machine begins a new era]:value: ' \
        '--sealed-seats-max[visitors in the sealed room, or waiting for it]:value: ' \
        '--sealed-seats-per-address-max[of these from one address]:value: ' \
        '--sealed-machines-percent[of pairs who could meet in the sealed room\: each of the two gets a machine]:value: ' \
        '--sealed-round-s[seconds between two rounds in which who waits there is seated]:value: ' \
        '--sealed-pause-s[seconds that a move there takes at least, times 0.5 to 2.5 by lot (0\: none)]:value: ' \
        '--sealed-idle-s[seconds without a move before a visitor is sent away there]:value: ' \
        '--copies-max[copies in memory that visitors teach alone]:value: ' \
        '--copies-per-address-max[of these for one address]:value: ' \
        '--past-rooms-max[machines as they were at some moment, with which somebody plays]:value: ' \
        '--past-rooms-per-address-max[of these that one address has opened]:value: '
      ;;
    boxes)
      _arguments '--help[Print this help message and exit]' \
        '--seat[first, second or either]:value: ' \
        '--rule[learning rule\: michie-1961, scroggs-2015, gardner-her, gardner-reward, tanner-carnival, tretyakov, tretyakov-propagating, tretyakov-pruned, two-compartment, top-up, cs441, nimble, mark-two, self-analysis, q-learning, nimble-two-beads; with changes after commas, as michie-1961,loss=-2]:value: ' \
        '--boxes[canonical, rotations, mirror, raw, gardner-24 or tretyakov-24]:value: ' \
        '--format[text, json or csv]:value:(text json csv)'
      ;;
    solve)
      _arguments '--help[Print this help message and exit]' \
        '--position[a position as `boxes` prints it (default\: the start); where it does not tell who is to move, the first player is, if that can be]:value: ' \
        '--format[text, json or csv]:value:(text json csv)'
      ;;
    evaluate)
      _arguments '--help[Print this help message and exit]' \
        '--data[folder of a museum, or postgresql\://... (with --machine alone\: MENAGERIE_STORE, MENAGERIE_DATA, or data)]:file:_files' \
        '--machine[one of the museum'\''s machines]:value: ' \
        '--against[random, optimal, fastest-win, longest-delay, best-response, or a machine of the other seat (of the same museum, where one is given)]:value: ' \
        '--seat[first, second or either]:value: ' \
        '--rule[learning rule\: michie-1961, scroggs-2015, gardner-her, gardner-reward, tanner-carnival, tretyakov, tretyakov-propagating, tretyakov-pruned, two-compartment, top-up, cs441, nimble, mark-two, self-analysis, q-learning, nimble-two-beads; with changes after commas, as michie-1961,loss=-2]:value: ' \
        '--boxes[canonical, rotations, mirror, raw, gardner-24 or tretyakov-24]:value: ' \
        '--format[text, json or csv]:value:(text json csv)'
      ;;
    simulate)
      _arguments '--help[Print this help message and exit]' \
        '--against[random, optimal, fastest-win, longest-delay, best-response, itself, or a machine of the other seat]:value: ' \
        '--games[games a run]:value: ' \
        '--runs[runs, each from the first bead on]:value: ' \
        '--seed[number that all draws follow from\: the same seed, the same games]:value: ' \
        '--window[range of games to tell of, as 481-500 (default\: all)]:value: ' \
        '--threads[threads to run on; the results do not depend on it (default\: one a core)]:value: ' \
        '--seat[first, second or either]:value: ' \
        '--rule[learning rule\: michie-1961, scroggs-2015, gardner-her, gardner-reward, tanner-carnival, tretyakov, tretyakov-propagating, tretyakov-pruned, two-compartment, top-up, cs441, nimble, mark-two, self-analysis, q-learning, nimble-two-beads; with changes after commas, as michie-1961,loss=-2]:value: ' \
        '--boxes[canonical, rotations, mirror, raw, gardner-24 or tretyakov-24]:value: ' \
        '--format[text, json or csv]:value:(text json csv)'
      ;;
    experiment)
      _arguments '--help[Print this help message and exit]' \
        '--spec[a link, what stands behind its ? or #, as machine=her&against=random&games=50&lives=1000, or a file that holds one]:value: ' \
        '--data[the museum whose machines names with @now or @ROW mean\: its folder or database, which is only read]:file:_files' \
        '--threads[threads to run on; the results do not depend on it (default\: one a core)]:value: '
      ;;
    tournament)
      _arguments '--help[Print this help message and exit]' \
        '--games[games in all]:value: ' \
        '--runs[tournaments, each from untaught machines on; of several their figures are told]:value: ' \
        '--seed[number that all draws follow from\: the same seed, the same games]:value: ' \
        '--format[text, json or csv]:value:(text json csv)'
      ;;
    label)
      _arguments '--help[Print this help message and exit]' \
        '--out[file that ends in .pdf or .svg; - for standard output]:file:_files' \
        '--format[pdf or svg, where --out does not tell]:value:(pdf svg)' \
        '--paper[a4 or letter]:value: ' \
        '--size[of a label, width x height in mm\: 35x15 (or front) for the front of a drawer, 53x36 (or tray) for a tray, or any other]:value: ' \
        '--numbers[only these boxes, by their numbers\: 1-90, 91-, or 12]:value: ' \
        '--ticket[instead of labels a sheet of tickets\: what a machine that pays prizes (carnival) pays with these beads]' \
        '--public-url[address of a museum; every label then has a QR code that opens its box'\''s page there (also MENAGERIE_PUBLIC_URL; without either there are no codes)]:value: ' \
        '--data[folder of a museum, or postgresql\://... (with --machine alone\: MENAGERIE_STORE, MENAGERIE_DATA, or data)]:file:_files' \
        '--machine[one of the museum'\''s machines]:value: ' \
        '--counts[beads that are told\: start, as the boxes begin; now, as they are in the museum, which is what a museum'\''s machine gets by itself]:value:(start now)' \
        '--seat[first, second or either]:value: ' \
        '--rule[learning rule\: michie-1961, scroggs-2015, gardner-her, gardner-reward, tanner-carnival, tretyakov, tretyakov-propagating, tretyakov-pruned, two-compartment, top-up, cs441, nimble, mark-two, self-analysis, q-learning, nimble-two-beads; with changes after commas, as michie-1961,loss=-2]:value: ' \
        '--boxes[canonical, rotations, mirror, raw, gardner-24 or tretyakov-24]:value: '
      ;;
    learn)
      _arguments '--help[Print this help message and exit]' \
        '--games[games that the machine plays against itself]:value: ' \
        '--runs[runs, each from the first counter on; tells how often each move was on top]:value: ' \
        '--to-move[X or O (default\: as the board says, X first)]:value:(X O)' \
        '--seed[number that all draws follow from\: the same seed, the same games]:value: ' \
        '--format[text, json or csv]:value:(text json csv)'
      ;;
    export)
      _arguments '--help[Print this help message and exit]' \
        '--data[folder of the museum]:file:_files' \
        '--store[PostgreSQL database that holds the museum instead of a folder\: postgresql\://USER@HOST/DATABASE, with the password in PGPASSWORD or ~/.pgpass]:value: ' \
        '--machine[its name, such as menace; a data package without it holds every machine]:value: ' \
        '--format[csv, ndjson, json, sqlite, datapackage or film; where it is not given, as the ending of --out says, or csv]:value:(csv ndjson json sqlite datapackage film)' \
        '--out[file to write (datapackage, film\: folder); without it, standard output]:file:_files' \
        '--list[history (bead changes, a line each), draws (of beads, a line each), log (its rows), or episodes (newest first)]:value:(history draws log episodes)' \
        '--public-url[the museum'\''s address, which a data package names as its source]:value: ' \
        '--web[folder of the pages, for a film; without it, web beside the program or share/menagerie/web]:file:_files' \
        '--data-license[licence of the data, as an SPDX identifier such as CC-BY-4.0; data packages name it]:value: ' \
        '--from[the first log row'\''s number]:file:_files' \
        '--to[the last log row'\''s number]:value: ' \
        '--era[rows of this era]:value: ' \
        '--box[what concerns this box, by its number or position (history, draws)]:value: ' \
        '--episode[of this episode, by its id (history, draws, log)]:value: ' \
        '--visit[of this visit, by its id (log, episodes)]:value: ' \
        '--since[learned then or later, as 2026-11-20T10\:00\:00Z]:value: ' \
        '--until[learned before then]:value: ' \
        '--kind[episode, act, start, reset, ... (log)]:value: ' \
        '--outcome[win, draw or loss, the machine'\''s (log, episodes)]:value: ' \
        '--after[only what stands behind this SEQ or SEQ\:ORDINAL (history, draws, log)]:value: ' \
        '--before[only rows before this one (episodes)]:value: ' \
        '--limit[at most so many lines]:value: '
      ;;
    verify)
      _arguments '--help[Print this help message and exit]' \
        '--data[folder of the museum]:file:_files' \
        '--store[PostgreSQL database that holds the museum instead of a folder\: postgresql\://USER@HOST/DATABASE, with the password in PGPASSWORD or ~/.pgpass]:value: ' \
        '--format[text or json]:value:(text json)'
      ;;
    backup)
      _arguments '--help[Print this help message and exit]' \
        '--data[folder of the museum]:file:_files' \
        '--out[file to make, such as menagerie-2026-11-20.db]:file:_files' \
        '--force[replace the file where there is one]'
      ;;
    restore)
      _arguments '--help[Print this help message and exit]' \
        '--data[folder of the museum; made where it is not there]:file:_files' \
        '--from[the backup; it stays as it is]:file:_files' \
        '--check[a drill\: restore it into a temporary folder (in TMPDIR), verify that, and remove it again; --data is left alone, and its server may be running]'
      ;;
    status)
      _arguments '--help[Print this help message and exit]' \
        '--data[folder of the museum; where there is none here, the packaged service'\''s]:file:_files' \
        '--store[PostgreSQL database that holds the museum instead of a folder\: postgresql\://USER@HOST/DATABASE, with the password in PGPASSWORD or ~/.pgpass]:value: ' \
        '--config[settings of the packaged service, which name its folder]:file:_files' \
        '--backup-dir[folder of the server'\''s backups (default\: backups in --data)]:file:_files' \
        '--format[text, json or csv]:value:(text json csv)'
      ;;
    copy)
      _arguments '--help[Print this help message and exit]' \
        '--from[folder of the museum, or postgresql\://USER@HOST/DATABASE]:file:_files' \
        '--to[a folder that has no museum, or a database that has none]:value: '
      ;;
    healthcheck)
      _arguments '--help[Print this help message and exit]' \
        '--listen[the server'\''s address]:value: '
      ;;
  esac
}
_menagerie "$@"
