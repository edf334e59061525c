#include "engine/go_boards.hpp"

#include "engine/check.hpp"

namespace menagerie {

GoBoards::GoBoards(int side) : side_(side) {
  MENAGERIE_CHECK(side == 2 || side == 3);
  std::size_t boards = 1;
  for (int point = 0; point < points(); ++point) {
    boards *= 3;
    const int rank = point / side;
    const int file = point % side;
    auto& next = neighbours_[static_cast<std::size_t>(point)];
    if (rank > 0) next.push_back(point - side);
    if (rank < side - 1) next.push_back(point + side);
    if (file > 0) next.push_back(point - 1);
    if (file < side - 1) next.push_back(point + 1);
  }
  legal_.resize(boards);
  score_.resize(boards);
  after_.resize(boards);
  for (std::size_t board = 0; board < boards; ++board) {
    const Cells cells = cells_of(static_cast<GoBoard>(board));
    for (auto& by_player : after_[board]) by_player.fill(kNoBoard);
    legal_[board] = all_breathe(cells);
    if (!legal_[board]) continue;
    score_[board] = static_cast<std::int8_t>(area_score(cells));
    for (const Player player : {Player::first, Player::second}) {
      auto& by_point = after_[board][static_cast<std::size_t>(player)];
      for (int point = 0; point < points(); ++point) {
        by_point[static_cast<std::size_t>(point)] = place(cells, player, point);
      }
    }
  }
}

GoBoards::Cells GoBoards::cells_of(GoBoard board) const {
  Cells cells{};
  int left = board;
  for (int point = 0; point < points(); ++point, left /= 3) cells[static_cast<std::size_t>(point)] = left % 3;
  return cells;
}

GoBoard GoBoards::number(const Cells& cells) const {
  int number = 0;
  for (int point = points(); point-- > 0;) number = 3 * number + cells[static_cast<std::size_t>(point)];
  return static_cast<GoBoard>(number);
}

GoBoard GoBoards::number(const Position& position) const {
  Cells cells{};
  for (std::size_t point = 0; point < static_cast<std::size_t>(points()); ++point) {
    MENAGERIE_CHECK(position.cells[point] <= 2);
    cells[point] = position.cells[point];
  }
  return number(cells);
}

GoBoards::Chain GoBoards::chain(const Cells& cells, int point) const {
  Chain chain;
  std::array<bool, kPointsMax> seen{};
  chain.members.push_back(point);
  seen[static_cast<std::size_t>(point)] = true;
  for (std::size_t i = 0; i < chain.members.size(); ++i) {
    for (const int next : neighbours_[static_cast<std::size_t>(chain.members[i])]) {
      const auto cell = static_cast<std::size_t>(next);
      if (cells[cell] != cells[static_cast<std::size_t>(point)]) {
        chain.touches[static_cast<std::size_t>(cells[cell])] = true;
      } else if (!seen[cell]) {
        seen[cell] = true;
        chain.members.push_back(next);
      }
    }
  }
  return chain;
}

bool GoBoards::all_breathe(const Cells& cells) const {
  for (int point = 0; point < points(); ++point) {
    if (cells[static_cast<std::size_t>(point)] != 0 && !chain(cells, point).touches[0]) return false;
  }
  return true;
}

int GoBoards::area_score(const Cells& cells) const {
  int score = 0;
  for (int point = 0; point < points(); ++point) {
    const int cell = cells[static_cast<std::size_t>(point)];
    const auto touches = cell == 0 ? chain(cells, point).touches : std::array<bool, 3>{};
    if (cell == 1 || (touches[1] && !touches[2])) ++score;
    if (cell == 2 || (touches[2] && !touches[1])) --score;
  }
  return score;
}

GoBoard GoBoards::place(Cells cells, Player player, int point) const {
  if (cells[static_cast<std::size_t>(point)] != 0) return kNoBoard;
  const int own = player == Player::first ? 1 : 2;
  cells[static_cast<std::size_t>(point)] = own;
  for (const int next : neighbours_[static_cast<std::size_t>(point)]) {
    if (cells[static_cast<std::size_t>(next)] != 3 - own) continue;
    const Chain theirs = chain(cells, next);
    if (theirs.touches[0]) continue;
    for (const int member : theirs.members) cells[static_cast<std::size_t>(member)] = 0;
  }
  return chain(cells, point).touches[0] ? number(cells) : kNoBoard;
}

}  // namespace menagerie
