// A list that only grows, whose elements never move: one thread appends while others read what was
// appended before, without a lock. The engine starts no thread; the learner's is the one that appends.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

namespace menagerie {

/// Elements stand in blocks, each as long as all before it together. An element is fully made before
/// size() counts it (release), so a thread that has read size() (acquire) may read every element below it.
/// Moving a list is for its owner alone, before it is shared.
template <typename Element>
class AppendList {
 public:
  class Iterator {
   public:
    using value_type = Element;
    using difference_type = std::ptrdiff_t;
    using pointer = const Element*;
    using reference = const Element&;
    using iterator_category = std::forward_iterator_tag;

    Iterator() = default;
    Iterator(const AppendList* list, std::size_t index) : list_(list), index_(index) {}
    const Element& operator*() const { return (*list_)[index_]; }
    const Element* operator->() const { return &(*list_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++index_;
      return before;
    }
    bool operator==(const Iterator& that) const { return index_ == that.index_; }

   private:
    const AppendList* list_ = nullptr;
    std::size_t index_ = 0;
  };

  AppendList() = default;
  /// The first `size` elements will stand in the first block, which is the fastest to read.
  explicit AppendList(std::size_t size) : first_size_(std::bit_ceil(std::max(size, kFirstSizeMin))) {}
  AppendList(AppendList&& that) noexcept { take(that); }
  AppendList& operator=(AppendList&& that) noexcept {
    take(that);
    return *this;
  }

  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  bool empty() const { return size() == 0; }

  /// Precondition: index < size().
  const Element& operator[](std::size_t index) const {
    if (index < first_size_) return blocks_[0][index];
    const auto block = static_cast<std::size_t>(std::bit_width(index / first_size_));
    return blocks_[block][index - (first_size_ << (block - 1))];
  }
  const Element& front() const { return (*this)[0]; }
  const Element& back() const { return (*this)[size() - 1]; }

  // A range-for goes through the elements that there are when it begins.
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

  /// One thread only. The element's index.
  std::size_t append(Element element) {
    const std::size_t index = size_.load(std::memory_order_relaxed);
    const auto block = static_cast<std::size_t>(std::bit_width(index / first_size_));
    const std::size_t begin = block == 0 ? 0 : first_size_ << (block - 1);
    if (index == begin) blocks_[block] = std::make_unique<Element[]>(block == 0 ? first_size_ : begin);
    blocks_[block][index - begin] = std::move(element);
    size_.store(index + 1, std::memory_order_release);
    return index;
  }

 private:
  static constexpr std::size_t kFirstSizeMin = 64;

  void take(AppendList& that) noexcept {
    blocks_ = std::move(that.blocks_);
    first_size_ = that.first_size_;
    size_.store(that.size_.exchange(0));
  }

  std::array<std::unique_ptr<Element[]>, 32> blocks_;
  std::size_t first_size_ = kFirstSizeMin;
  std::atomic<std::size_t> size_{0};
};

/// Finds the elements of an AppendList by their text, under the same rule: one thread adds, any thread
/// finds. Slots stand in tables of which each is twice as large as the one before; none ever moves.
class TextIndex {
 public:
  static constexpr std::uint32_t kAbsent = 0xffffffffu;

  TextIndex() = default;
  TextIndex(TextIndex&& that) noexcept { take(that); }
  TextIndex& operator=(TextIndex&& that) noexcept {
    take(that);
    return *this;
  }

  /// The number that was added with that text, or kAbsent. `text_of(number)` gives a number's text.
  template <typename TextOf>
  std::uint32_t find(std::string_view text, TextOf text_of) const {
    const std::size_t hash = std::hash<std::string_view>{}(text);
    const std::size_t tables = tables_.size();
    for (std::size_t t = 0; t < tables; ++t) {
      const Table& table = tables_[t];
      for (std::size_t slot = hash & table.mask;; slot = (slot + 1) & table.mask) {
        const std::uint32_t number = table.slots[slot].load(std::memory_order_acquire);
        if (number == kAbsent) break;
        if (text_of(number) == text) return number;
      }
    }
    return kAbsent;
  }

  /// Precondition: find() does not know the text, and text_of(number) will answer for it.
  void add(std::string_view text, std::uint32_t number) {
    if (tables_.empty() || 2 * used_ > tables_.back().mask) {
      tables_.append(Table(tables_.empty() ? 64 : 2 * (tables_.back().mask + 1)));
      used_ = 0;
    }
    const Table& table = tables_.back();
    std::size_t slot = std::hash<std::string_view>{}(text)&table.mask;
    while (table.slots[slot].load(std::memory_order_relaxed) != kAbsent) slot = (slot + 1) & table.mask;
    table.slots[slot].store(number, std::memory_order_release);
    ++used_;
  }

 private:
  struct Table {
    Table() = default;
    explicit Table(std::size_t size)
        : mask(size - 1), slots(std::make_unique<std::atomic<std::uint32_t>[]>(size)) {
      for (std::size_t slot = 0; slot < size; ++slot) slots[slot].store(kAbsent, std::memory_order_relaxed);
    }
    std::size_t mask = 0;
    std::unique_ptr<std::atomic<std::uint32_t>[]> slots;
  };

  void take(TextIndex& that) noexcept {
    tables_ = std::move(that.tables_);
    used_ = std::exchange(that.used_, 0);
  }

  AppendList<Table> tables_;
  std::size_t used_ = 0;  // slots in the last table
};

}  // namespace menagerie
