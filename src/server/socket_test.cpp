#include "server/socket.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
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
    stream->belongs_to({stream});
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

// Reads on and on, into places of any size.
struct Reader {
  Reader(EagerStream& from, Rng& rng) : stream(from), dice(rng) { read(); }
  void read() {
    into.resize(1 + dice.below(dice.below(2) == 0 ? 5 : 5000));
    stream.async_read_some(asio::buffer(into), [this](const error_code& wrong, std::size_t n) {
      heard += into.substr(0, n);
      end = wrong;
      if (!wrong) read();
    });
  }
  EagerStream& stream;
  Rng& dice;
  std::string into;
  std::string heard;
  error_code end;
};

// Whatever is sent is read, whole and in its order, and then that it ends.
TEST(EagerStream, HearsAllThatIsSaid) {
  Rng rng(5);
  for (int round = 0; round < 50; ++round) {
    Pair pair;
    std::string said;
    Reader reader(*pair.stream, rng);
    const auto hear = [&] {
      pair.loop.io.poll();
      pair.loop.io.restart();
    };
    for (int i = 0; i < 30; ++i) {
      const std::string text = some_text(rng, rng.below(5) == 0 ? 20000 : 200);
      for (std::string_view rest = text; !rest.empty();) {
        rest.remove_prefix(pair.far.send(asio::buffer(rest), MSG_DONTWAIT));
        hear();
      }
      said += text;
      if (rng.below(2) == 0) hear();
    }
    // The end may come with the last of it.
    if (rng.below(2) == 0) {
      const std::string last = some_text(rng, 300);
      asio::write(pair.far, asio::buffer(last));
      said += last;
    }
    pair.far.shutdown(tcp::socket::shutdown_send);
    pair.loop.io.run();
    EXPECT_EQ(reader.heard, said);
    EXPECT_EQ(reader.end, asio::error::eof);
  }
}

// Who waits is told when the connection is closed here, and the loop has nothing to do any more.
TEST(EagerStream, WhoeverWaitsHearsThatItWasClosed) {
  Pair pair;
  Rng rng(7);
  Reader reader(*pair.stream, rng);
  const std::string much(1 << 22, 'x');
  error_code wrong;
  EXPECT_EQ(pair.stream->write_some(asio::buffer(much), wrong), much.size());
  error_code told;
  pair.stream->when_flushed([&](const error_code& code) { told = code; });
  pair.loop.io.poll();
  EXPECT_FALSE(pair.loop.io.stopped());
  beast::close_socket(*pair.stream);
  EXPECT_FALSE(reader.end) << "not before it returned";
  pair.loop.io.run();
  EXPECT_EQ(reader.end, asio::error::operation_aborted);
  EXPECT_EQ(told, asio::error::operation_aborted);
  pair.stream->async_read_some(asio::buffer(reader.into),
                               [&](const error_code& code, std::size_t) { told = code; });
  told = {};
  pair.loop.io.restart();
  pair.loop.io.run();
  EXPECT_TRUE(told);
}

// Many have something to say at once: each is heard, whoever is closed or throws meanwhile.
TEST(Ears, HearEverybodyWhateverOthersDo) {
  constexpr std::size_t kMany = 150;
  Loop loop;
  tcp::acceptor acceptor(loop.io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  std::vector<std::shared_ptr<EagerStream>> streams;
  std::vector<tcp::socket> far;
  std::vector<std::string> places(kMany, std::string(10, ' '));
  std::size_t heard = 0;
  std::size_t closed = 0;
  std::size_t thrown = 0;
  for (std::size_t i = 0; i < kMany; ++i) {
    far.emplace_back(loop.io).connect(acceptor.local_endpoint());
    tcp::socket near = acceptor.accept();
    streams.push_back(std::make_shared<EagerStream>(
        EagerStream::Socket(loop.io.get_executor(), tcp::v4(), near.release())));
    streams.back()->belongs_to({streams.back()});
    streams.back()->async_read_some(asio::buffer(places[i]), [&, i](const error_code& wrong,
                                                                    std::size_t n) {
      if (wrong) return void(++closed);
      EXPECT_EQ(n, 3U);
      ++heard;
      streams[i]->async_read_some(asio::buffer(places[i]), [](const error_code&, std::size_t) {});
      // Each third closes the next one, which may be the next to be told.
      if (i % 3 == 0) streams[i + 1].reset();
      if (i % 3 == 2) throw std::runtime_error("no memory");
    });
  }
  for (auto& one : far) asio::write(one, asio::buffer("abc", 3));
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (heard + closed < kMany && std::chrono::steady_clock::now() < patience) {
    try {
      loop.io.run_for(std::chrono::milliseconds(1));
    } catch (const std::runtime_error&) {
      ++thrown;
    }
  }
  // Those that were closed had been told before, or were told that.
  EXPECT_EQ(heard + closed, kMany);
  EXPECT_GE(closed, 1U);
  EXPECT_GE(heard, kMany * 2 / 3);
  EXPECT_EQ(thrown, kMany / 3);
  streams.clear();
  loop.io.run();
}

// A loop that ends lets go of whoever still waits in it.
TEST(Ears, KeepNobodyBeyondTheirLoop) {
  std::weak_ptr<int> alive;
  {
    Pair pair;
    const auto kept = std::make_shared<int>(1);
    alive = kept;
    auto place = std::make_shared<std::string>(10, ' ');
    pair.stream->async_read_some(
        asio::buffer(*place),
        [kept, place, stream = pair.stream](const error_code&, std::size_t) { FAIL(); });
    pair.loop.io.poll();
    pair.stream.reset();
    EXPECT_FALSE(alive.expired());
  }
  EXPECT_TRUE(alive.expired());
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
