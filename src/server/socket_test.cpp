#include "server/socket.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <gtest/gtest.h>
#include <thread>

#include "core/luck.h"
#include "server/eager_stream.h"
#include "server/http_server.h"
#include "server/testing_world.h"

namespace tidelock::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;

// Two ends of a connection with small buffers between.
struct Pair {
  Pair() {
    tcp::acceptor acceptor(loop.io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    tcp::socket near(loop.io);
    far.open(tcp::v4());
    far.set_option(tcp::socket::receive_buffer_size(1 << 14));
    far.connect(acceptor.local_endpoint());
    acceptor.accept(near);
    near.set_option(tcp::socket::send_buffer_size(1 << 14));
    stream = std::make_shared<EagerStream>(
        EagerStream::Socket(loop.io.get_executor(), tcp::v4(), near.release()));
    stream->belongs_to(stream);
  }
  Loop loop;
  std::shared_ptr<EagerStream> stream;
  tcp::socket far{loop.io};
};

std::string some_text(Rng& rng, std::uint32_t most) {
  std::string out(1 + rng.below(most), '\0');
  for (char& c : out) c = static_cast<char>('a' + rng.below(26));
  return out;
}

// Whatever is written, in one piece or two, comes whole and in its order, however slowly it is
// read.
TEST(EagerStream, KeepsOrderWhoeverReads) {
  Rng rng(3);
  int kept = 0;
  for (int round = 0; round < 20; ++round) {
    Pair pair;
    std::string said;
    std::string heard;
    int flushed = 0;
    int waited = 0;
    const auto read = [&](std::size_t n) {
      std::string part(n, '\0');
      asio::read(pair.far, asio::buffer(part));
      heard += part;
    };
    for (int i = 0; i < 50; ++i) {
      const std::string head = some_text(rng, 10);
      const std::string body = some_text(rng, rng.below(4) == 0 ? 60000 : 300);
      const std::array<asio::const_buffer, 2> both = {asio::buffer(head), asio::buffer(body)};
      error_code wrong;
      if (rng.below(3) == 0) {
        ++waited;
        pair.stream->async_write_some(both, [&](const error_code& code, std::size_t n) {
          EXPECT_FALSE(code);
          EXPECT_GT(n, 0U);
          ++flushed;
        });
      } else {
        EXPECT_EQ(pair.stream->write_some(both, wrong), head.size() + body.size());
      }
      EXPECT_FALSE(wrong);
      kept += pair.stream->flushed() ? 0 : 1;
      said += head + body;
      pair.loop.io.poll();
      pair.loop.io.restart();
      const std::size_t there = pair.far.available();
      if (there > 0 && rng.below(2) == 0) read(1 + rng.below(static_cast<std::uint32_t>(there)));
    }
    while (heard.size() < said.size()) {
      pair.loop.io.poll();
      pair.loop.io.restart();
      if (const std::size_t there = pair.far.available(); there > 0) read(there);
    }
    pair.loop.io.poll();
    EXPECT_EQ(heard, said);
    EXPECT_TRUE(pair.stream->flushed());
    EXPECT_EQ(flushed, waited);
  }
  EXPECT_GT(kept, 100);  // it has been slow often
}

TEST(EagerStream, TellsWhoWaitsThatNothingFollows) {
  Pair pair;
  const std::string much(1 << 22, 'x');
  error_code wrong;
  EXPECT_EQ(pair.stream->write_some(asio::buffer(much), wrong), much.size());
  EXPECT_FALSE(pair.stream->flushed());
  error_code told;
  pair.stream->when_flushed([&](const error_code& code) { told = code; });
  pair.far.close();
  pair.loop.io.run();
  EXPECT_TRUE(told);
  EXPECT_TRUE(pair.stream->flushed());
  EXPECT_EQ(pair.stream->write_some(asio::buffer(much), wrong), 0U);
  EXPECT_TRUE(wrong);
}

// A server whose sockets are asked soon whether somebody is still there.
class Listening {
 public:
  explicit Listening(std::chrono::milliseconds idle)
      : server_(opened(idle)), thread_([this] { server_.run(); }) {}
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  ~Listening() {
    server_.stop();
    thread_.join();
  }
  [[nodiscard]] std::uint16_t port() const { return server_.port(); }
  // A table in its store, by whose name one may come.
  [[nodiscard]] std::string table() {
    std::promise<Hall::Reply> reply;
    hall_->make_table(R"({"game":"solenia"})",
                      [&](const Hall::Reply& made) { reply.set_value(made); });
    return parse_json(reply.get_future().get().body).value()["table"].get<std::string>();
  }

 private:
  HttpServer opened(std::chrono::milliseconds idle) {
    ServerOptions options;
    options.until_signal = false;
    options.socket.idle = idle;
    auto server = HttpServer::open(
        std::move(options), [](const Request&) { return refusal(404); },
        [this](Loop& loop) {
          auto hall = std::make_unique<Hall>(loop, store::in_memory(), whole_world());
          hall_ = hall.get();
          return hall;
        });
    if (!server) throw std::runtime_error(server.error().sentence());
    return std::move(server).value();
  }

  Hall* hall_ = nullptr;
  HttpServer server_;
  std::thread thread_;
};

// Who answers pings stays, however long nothing is said; who does not is closed.
TEST(Socket, WhoIsSilentIsAskedAndGoes) {
  Listening server(std::chrono::milliseconds(200));
  asio::io_context io;
  beast::websocket::stream<tcp::socket> there(io);
  beast::websocket::stream<tcp::socket> gone(io);
  const std::string path = "/api/tables/" + server.table() + "/socket";
  int pings = 0;
  for (auto* client : {&there, &gone}) {
    client->next_layer().connect({asio::ip::address_v4::loopback(), server.port()});
    client->handshake("localhost", path);
  }
  there.control_callback([&](beast::websocket::frame_type kind, beast::string_view) {
    pings += kind == beast::websocket::frame_type::ping ? 1 : 0;
  });
  // Beast answers pings while it reads; whoever does not read says nothing.
  beast::flat_buffer buffer;
  there.read(buffer);  // the greeting
  std::function<void()> read_on = [&] {
    there.async_read(buffer, [&](const error_code& wrong, std::size_t) {
      if (!wrong) read_on();
    });
  };
  read_on();
  while (pings < 5) io.run_one();
  std::string rest;
  error_code closed;
  asio::read(gone.next_layer(), asio::dynamic_buffer(rest), closed);
  EXPECT_TRUE(closed);
  EXPECT_NE(rest.find('\x89'), std::string::npos) << "it was asked first";
  const int before = pings;
  while (pings < before + 3) io.run_one();
}

}  // namespace
}  // namespace tidelock::server
