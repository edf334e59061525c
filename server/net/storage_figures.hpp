// What /metrics tells of the disk and of the scheduled backups. The program that has both fills it in.
#pragma once

#include "server/store/disk_usage.hpp"

#include <cstdint>

namespace menagerie::net {

struct BackupFigures {
  std::int64_t every_s = 0;        ///< 0: none are scheduled
  std::uint64_t made = 0;          ///< verified, since the server started
  std::uint64_t failed = 0;        ///< attempts, since the server started
  std::uint64_t kept = 0;          ///< backups in their folder
  std::int64_t newest_ms = 0;      ///< when the newest of them was begun; 0: there is none
  std::uint64_t newest_bytes = 0;  ///< its size
};

struct StorageFigures {
  store::DiskUsage disk;
  BackupFigures backups;
};

}  // namespace menagerie::net
