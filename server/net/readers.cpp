#include "server/net/readers.hpp"

#include <boost/asio/post.hpp>

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

}  // namespace

ReaderPool::ReaderPool(boost::asio::io_context& network, std::size_t threads, Open open)
    : network_(network), open_(std::move(open)), threads_(threads) {}

ReaderPool::~ReaderPool() {
  threads_.stop();
  threads_.join();
}

void ReaderPool::read(Work work, Done done) {
  boost::asio::post(threads_, [this, work = std::move(work), done = std::move(done)]() mutable {
    const std::exception_ptr thrown = run(open_, work);
    // `work` goes back too: what it holds was made on the network thread and may be dropped only there.
    boost::asio::post(network_, [work = std::move(work), done = std::move(done), thrown] { done(thrown); });
  });
}

}  // namespace menagerie::net
