// Every limit of the server in one place: units in the names, all settable (see app/options), all
// printed by `menagerie serve --help`. A limit of 0 means "no limit" where the comment says so.
#pragma once

#include <cstddef>
#include <cstdint>

namespace menagerie::wire {

struct Limits {
  std::size_t frame_bytes_max = 1024;             ///< a frame from a visitor
  std::size_t resume_bytes_max = 8192;            ///< a `resume` frame
  std::size_t header_bytes_max = 8192;            ///< an HTTP request's header
  std::size_t body_bytes_max = 65536;             ///< an HTTP request's body
  std::size_t connections_max = 20000;            ///< in all
  std::size_t connections_per_address_max = 256;  ///< 0 = no limit
  double frames_per_second_max = 20;              ///< credits gained per second by a connection; 0 = no limit
  double frames_burst_max = 40;                   ///< credits that a connection can save
  std::size_t episodes_per_minute_max = 120;      ///< begun from one address; 0 = no limit
  std::int64_t idle_socket_s = 90;                ///< a silent visitor is pinged twice, then closed
  std::int64_t idle_episode_s =
      900;                        ///< a table that nobody came back to is put away (its ticket stays good)
  std::int64_t handshake_s = 10;  ///< to send a whole HTTP request
  std::int64_t write_s = 30;      ///< to take what was sent
  std::size_t outbox_frames_max = 64;          ///< waiting for one connection; a full one closes it
  std::size_t learner_episodes_max = 20000;    ///< waiting to be learned; then visitors are asked to wait
  std::size_t exports_per_client_max = 2;      ///< history exports at once from one address
  std::size_t reads_per_address_max = 2;       ///< reads of the log under way for one address
  std::size_t practice_games_max = 200;        ///< that a throw-away copy plays for one answer
  std::size_t practices_per_minute_max = 60;   ///< such answers for one address; 0 = no limit
  std::size_t experiment_games_max = 300'000;  ///< games times lives of an experiment for one answer
  std::size_t reads_waiting_per_address_max = 256;  ///< waiting for their turn, by one address
  std::size_t reads_waiting_max = 4096;             ///< and in all
  std::size_t buffered_bytes_per_address_max = 16
                                               << 20;  ///< of answers that clients of one address do not read
  std::size_t buffered_bytes_max = 256 << 20;          ///< and all clients together
  std::size_t read_bytes_per_second_min =
      1024;  ///< that a client takes of what was sent, over write_s; 0 = none
  std::size_t document_cache_bytes_max = 64 << 20;  ///< of labels, kept for those who ask for the same again
  std::size_t export_copies_max = 8;                ///< files behind export.sqlite at once
  std::size_t export_bytes_max = std::size_t{4} << 30;  ///< in such files; over it no other one is begun
  std::int64_t export_kept_s = 60;  ///< such a file is kept for those who come back for the rest
  std::size_t curator_guesses_per_minute_max = 6;  ///< wrong tokens from one address; 0 = no limit
  std::size_t sealed_seats_max = 256;              ///< in the sealed room, those who wait among them
  std::size_t sealed_seats_per_address_max = 32;   ///< of these for one address
  std::size_t sealed_machines_percent = 50;  ///< of pairs who could meet each other: each gets a machine
  std::int64_t sealed_round_s = 12;          ///< those who wait for a seat there are seated so often
  std::int64_t sealed_pause_s = 2;           ///< a move there takes at least half of that to 2.5 times
  std::int64_t sealed_idle_s = 300;          ///< a visitor who does not move there for so long is sent away
  std::size_t copies_max = 32;               ///< that visitors teach alone, in memory
  std::size_t copies_per_address_max = 4;    ///< of these for one address
  std::size_t past_rooms_max = 256;          ///< of machines as they were, while somebody plays there
  std::size_t past_rooms_per_address_max = 64;  ///< of these that one address has opened
  std::int64_t ticket_s = 86400;                ///< a ticket's life
  std::uint64_t finished_games = 50;   ///< a finished machine plays so many, then begins a new era; 0 = never
  std::int64_t dry_era_after_s = 600;  ///< a dry machine begins a new era after so long
};

}  // namespace menagerie::wire
