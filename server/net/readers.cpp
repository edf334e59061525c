#include "server/net/readers.hpp"

#include <boost/asio/post.hpp>

#include <sys/resource.h>

#include <utility>

namespace menagerie::net {
namespace {

/// The calling reader's store, opened when first needed. A pool's threads serve no other pool.
thread_local std::unique_ptr<store::Store> own_store;

std::exception_ptr run(const ReaderPool::Open& open, const api::Readers::Work& work) {
  try {
    if (!own_store) own_store = open();
    work(*own_store);
    return nullptr;
  } catch (...) {
    own_store = nullptr;  // a fresh one next time: the file may have come back
    return std::current_exception();
  }
}

/// Players and short reads come before the long ones; but a thread that gets nothing at all could be stopped
/// with a lock in its hands that the others wait for, so it is not idle priority.
constexpr int kNice = 19;
bool step_back() { return ::setpriority(PRIO_PROCESS, 0, kNice) == 0; }  // of this thread, on Linux

}  // namespace

ReaderPool::ReaderPool(boost::asio::io_context& network, std::size_t threads, Open open)
    : network_(network), open_(std::move(open)), threads_(threads), threads_behind_(threads) {}

ReaderPool::~ReaderPool() {
  threads_.stop();
  threads_behind_.stop();
  threads_.join();
  threads_behind_.join();
}

void ReaderPool::read(Work work, Done done) { post(threads_, std::move(work), std::move(done)); }

void ReaderPool::read_behind(Work work, Done done) {
  const auto behind = [work = std::move(work)](store::Store& store) {
    static thread_local const bool stepped_back = step_back();
    (void)stepped_back;
    work(store);
  };
  post(threads_behind_, behind, std::move(done));
}

void ReaderPool::post(boost::asio::thread_pool& threads, Work work, Done done) {
  boost::asio::post(threads, [this, work = std::move(work), done = std::move(done)]() mutable {
    const std::exception_ptr thrown = run(open_, work);
    // `work` goes back too: what it holds was made on the network thread and may be dropped only there.
    boost::asio::post(network_, [work = std::move(work), done = std::move(done), thrown] { done(thrown); });
  });
}

}  // namespace menagerie::net
