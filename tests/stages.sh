# The stages of `./run test`, for ./run, which has the functions that install and the lists of packages.

tally=build/test/tally       # a line "PASSED FAILED" for each run of a test program
failures=build/test/failures # what the failed tests printed, which the closing lines repeat
failed_stages=()

count() { # PASSED FAILED
  printf '%d %d\n' "$1" "$2" >>"$tally"
}

sums() { # prints "PASSED FAILED" over the tally
  awk '{ passed += $1; failed += $2 } END { print passed + 0, failed + 0 }' "$tally"
}

run_ctest() { # PRESET ARGUMENTS...
  local log=build/test/ctest.log code=0
  ctest --preset "$1" --parallel "$(nproc)" --timeout 1200 --no-tests=error "${@:2}" 2>&1 | tee "$log" || code=$?
  # "96% tests passed, 2 tests failed out of 50"
  local closing
  closing=$(sed -nE 's/^[0-9]+% tests passed, ([0-9]+) tests? failed out of ([0-9]+)$/\1 \2/p' "$log" | tail -n 1)
  [[ -z $closing ]] || count $((${closing#* } - ${closing% *})) "${closing% *}"
  sed -n '/^The following tests FAILED:/,$p' "$log" >>"$failures"
  return "$code"
}

run_node_tests() { # FOLDER: every test file in it
  local files=()
  shopt -s nullglob
  files=("$1"/*.test.mjs)
  shopt -u nullglob
  [[ ${#files[@]} -gt 0 ]] || fail "there are no tests in $1"
  run_node_files "${files[@]%.test.mjs}"
}

run_node_files() { # FILE...: test files without their ending .test.mjs
  local tap=build/test/node.tap spec=build/test/node.spec code=0 passed failed
  rm -f "$tap" "$spec"
  timeout --foreground 2700 node --test --test-concurrency="${at_once:-$(nproc)}" --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=spec --test-reporter-destination="$spec" \
    --test-reporter=tap --test-reporter-destination="$tap" "${@/%/.test.mjs}" || code=$?
  # "# pass 12"
  passed=$(sed -nE 's/^# pass ([0-9]+)$/\1/p' "$tap" | tail -n 1)
  failed=$(awk '/^# (fail|cancelled) [0-9]+$/ { sum += $3 } END { print sum + 0 }' "$tap")
  count "${passed:-0}" "$failed"
  sed -n '/^✖ failing tests:/,$p' "$spec" >>"$failures"
  return "$code"
}

build_preset() { # PRESET [TARGET...]
  cmake --preset "$1" -DMENAGERIE_TESTS=ON --log-level=NOTICE # `./run build` may have left them out
  cmake --build --preset "$1" --parallel "$(nproc)" ${2:+--target "${@:2}"}
}

test_tidy() { run_node_tests tests/tidy; }

# Runs a command with the sanitizers of a preset set to stop at the first report. Reports go to files, so that
# none is lost in a server's output, nor one that is written after the last test has looked.
with_reports() { # PRESET COMMAND...
  local reports=$PWD/build/$1/reports code=0 report
  rm -rf "$reports"
  mkdir -p "$reports"
  export ASAN_OPTIONS=halt_on_error=1:detect_stack_use_after_return=1:log_path=$reports/asan
  # Fontconfig keeps the settings that it reads for Cairo until the process ends.
  printf 'leak:libfontconfig\n' >build/$1/leaks.supp
  export LSAN_OPTIONS=suppressions=$PWD/build/$1/leaks.supp:print_suppressions=0
  export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1:log_path=$reports/ubsan
  export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:log_path=$reports/tsan
  "${@:2}" || code=$?
  for report in "$reports"/*; do
    [[ -f $report ]] || continue
    cat "$report"
    code=1
  done
  return "$code"
}

# The debug build of the tests is the one with AddressSanitizer and UndefinedBehaviorSanitizer: each test runs once.
test_unit() {
  build_preset asan
  with_reports asan run_ctest asan
}

test_server() {
  build_preset asan menagerie menagerie_web
  MENAGERIE_BIN=$PWD/build/asan/menagerie with_reports asan run_server_suites
}

run_server_suites() {
  local folder code=0 at_once=$(($(nproc) + 1)) # they wait a lot: for a time to pass, for a database to start
  for folder in tests/server tests/conformance; do run_node_tests "$folder" || code=$?; done
  return "$code"
}

test_release() {
  build_preset release menagerie menagerie_web
  MENAGERIE_BIN=$PWD/build/release/menagerie run_node_tests tests/release
}

test_browser() {
  build_preset release menagerie menagerie_web
  at_once=$(($(nproc) + 1)) MENAGERIE_BIN=$PWD/build/release/menagerie run_node_tests tests/browser # pages wait a lot, too
}

# The suites in which the network thread, the learner and the readers work at the same time.
tsan_suites=(crowd curator export keeping kill listing metrics mishaps past play sigterm tickets)

run_tsan_suites() {
  run_ctest tsan -L server || return
  at_once=$(($(nproc) + 1)) MENAGERIE_BIN=$PWD/build/tsan/menagerie run_node_files "${tsan_suites[@]/#/tests/server/}"
}

test_tsan() {
  build_preset tsan menagerie menagerie_web server_tests
  with_reports tsan run_tsan_suites
}

stage() { # NAME TITLE
  local before code=0 start=$SECONDS
  before=$(sums)
  say "$2"
  set +e
  (
    set -e
    # gcc 12's ThreadSanitizer finds no room where the kernel scatters addresses widely.
    if [[ $1 == tsan && $(cat /proc/sys/vm/mmap_rnd_bits 2>/dev/null) -gt 28 ]] && setarch -R true 2>/dev/null; then
      exec setarch -R ./run stage tsan
    fi
    "test_$1"
  )
  code=$?
  set -e
  local after minutes=$(((SECONDS - start) / 60)) seconds=$(((SECONDS - start) % 60))
  after=$(sums)
  local passed=$((${after% *} - ${before% *})) failed=$((${after#* } - ${before#* }))
  if [[ $code -ne 0 ]]; then
    # What never came to its tests has failed too.
    if [[ $failed -eq 0 ]]; then count 0 1; fi
    failed_stages+=("$1")
    printf '\n%s: FAILED after %d min %02d s\n' "$2" "$minutes" "$seconds"
    return
  fi
  printf '\n%s: %d passed in %d min %02d s\n' "$2" "$passed" "$minutes" "$seconds"
}

close() { # the closing lines; exit status 1 where a stage has failed
  local all
  all=$(sums)
  if [[ ${#failed_stages[@]} -gt 0 ]]; then
    printf '\n'
    cat "$failures"
    printf '\nFAILED: %s\n' "${failed_stages[*]}"
  fi
  printf '\n%d passed, %d failed\n' "${all% *}" "${all#* }"
  exit $((${#failed_stages[@]} > 0))
}

title_of() { # STAGE
  case $1 in
    tidy) echo 'Tidy: layers, files, schemas' ;;
    unit) echo 'Unit, contract and golden tests under AddressSanitizer and UndefinedBehaviorSanitizer; types of the pages' ;;
    server) echo 'Server through its sockets and commands, under AddressSanitizer and UndefinedBehaviorSanitizer' ;;
    release) echo 'Release build: what would take minutes in a debug build' ;;
    browser) echo 'Browser: as a visitor' ;;
    tsan) echo 'Where threads meet, under ThreadSanitizer' ;;
    *) return 1 ;;
  esac
}

run_tests() { # [STAGE...]
  local stages=("$@") name
  [[ ${#stages[@]} -gt 0 ]] || stages=(tidy unit server release browser tsan)
  for name in "${stages[@]}"; do
    title_of "$name" >/dev/null || fail "there is no stage '$name'; ./run help lists them"
  done
  install_packages "${build_packages[@]}" "${test_packages[@]}"
  install_node_modules tests
  find_chromium
  mkdir -p build/test
  : >"$tally"
  : >"$failures"
  trap 'exit 130' INT # Ctrl-C ends all of it, not one stage
  for name in "${stages[@]}"; do
    stage "$name" "$(title_of "$name")"
  done
  close
}
