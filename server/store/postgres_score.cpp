#include "server/store/postgres.hpp"
#include "server/store/postgres_connection.hpp"

namespace menagerie::store {

SealedCounts add_to_postgres_score(const std::string& url, const SealedCounts& more) {
  PostgresConnection connection(url, std::chrono::seconds{5});
  std::vector<std::optional<std::string>> values;
  for (const std::uint64_t number : more) values.emplace_back(std::to_string(number));
  // Without a guess nothing is written: most looks are such.
  const bool adds = more != SealedCounts{};
  const auto score =
      adds ? connection.run(
                 "UPDATE sealed_score SET machines = machines + $1::bigint, machines_as_people = "
                 "machines_as_people + $2::bigint, people = people + $3::bigint, people_as_machines = "
                 "people_as_machines + $4::bigint RETURNING machines, machines_as_people, people, "
                 "people_as_machines",
                 values)
           : connection.run(
                 "SELECT machines, machines_as_people, people, people_as_machines FROM sealed_score");
  if (score.rows() != 1)
    throw Error(connection.name() + ": the table sealed_score has not one row", ErrorKind::permanent);
  SealedCounts counts;
  for (int column = 0; column < 4; ++column)
    counts[static_cast<std::size_t>(column)] = score.count(0, column);
  return counts;
}

}  // namespace menagerie::store
