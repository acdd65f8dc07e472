#include "server/site.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <string>

#include "server/testing.h"

namespace tidelock::server {
namespace {

PageSite small_site(Hosts hosts = Hosts::kThisMachine) {
  const TemporaryFolder folder;
  folder.write("index.html", "the page");
  folder.write("index.html.br", "b:page");
  folder.write("index.html.gz", "g:page");
  folder.write("plain.txt", "only plain");
  folder.write("assets/a-B1234567.js", "the script");
  folder.write("assets/a-B1234567.js.gz", "g:script");
  auto files = PageFiles::read(folder.path());
  EXPECT_TRUE(files.ok());
  return {std::move(files).value(), hosts};
}

std::string header(const Answer& answer, std::string_view name) {
  for (const auto& [key, value] : answer.headers) {
    if (key == name) return std::string(value);
  }
  return "";
}

Request get(std::string_view target) { return {"GET", target, "localhost:8017", {}, {}}; }

TEST(Site, TheFormThatIsWantedMost) {
  const PageSite site = small_site();
  struct Case {
    std::string_view wanted, coding;
  };
  for (const auto& [wanted, coding] : {
           Case{"", ""},
           {"gzip", "gzip"},
           {"br", "br"},
           {"gzip, deflate, br, zstd", "br"},
           {"gzip,br", "br"},
           {"BR;Q=1.0", "br"},
           {"x-gzip", "gzip"},
           {"br;q=0.5, gzip;q=0.8", "gzip"},
           {"br ; q=0.999 , gzip ; q=0.998", "br"},
           {"br;q=0, gzip", "gzip"},
           {"br;q=0.0, gzip;q=0", ""},
           {"identity, gzip;q=0.5", ""},
           {"identity;q=0.5, gzip;q=0.5", "gzip"},
           {"*", "br"},
           {"*;q=0", ""},
           {"br;q=0, *", "gzip"},
           {"*;q=0.1, gzip;q=0.2", "gzip"},
           {"identity;q=0", ""},
           {"deflate, zstd", ""},
           {"br;q=2", ""},
           {"br;q=-1", ""},
           {"br;q=", ""},
           {"br;q=1.5", ""},
           {"br;q=0.1234", ""},
           {"br;level=9", "br"},
           {"brr, gzipp", ""},
           {",,,;;;===", ""},
       }) {
    Request request = get("/");
    request.accept_encoding = wanted;
    const Answer answer = site.answer(request);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(header(answer, "Content-Encoding"), coding) << wanted;
    EXPECT_EQ(answer.body, coding == "br"     ? "b:page"
                           : coding == "gzip" ? "g:page"
                                              : "the page")
        << wanted;
    EXPECT_EQ(header(answer, "Vary"), "Accept-Encoding");
    EXPECT_EQ(header(answer, "Content-Type"), "text/html; charset=utf-8");
  }
  // Where there is only one other form, or none.
  Request request = get("/assets/a-B1234567.js");
  request.accept_encoding = "br, gzip;q=0.1";
  EXPECT_EQ(site.answer(request).body, "g:script");
  request.target = "/plain.txt";
  EXPECT_EQ(site.answer(request).body, "only plain");
  EXPECT_EQ(header(site.answer(request), "Content-Encoding"), "");
}

TEST(Site, FormsHaveTheirOwnTags) {
  const PageSite site = small_site();
  std::vector<std::string> tags;
  for (const std::string_view coding : {"", "gzip", "br"}) {
    Request request = get("/");
    request.accept_encoding = coding;
    tags.push_back(header(site.answer(request), "ETag"));
    EXPECT_TRUE(tags.back().starts_with('"') && tags.back().ends_with('"'));
    const std::string others = "\"x\" , W/" + tags.back() + ",\"y\"";
    for (const std::string& known : {tags.back(), "W/" + tags.back(), std::string("*"), others}) {
      request.if_none_match = known;
      const Answer answer = site.answer(request);
      EXPECT_EQ(answer.status, 304) << known;
      EXPECT_TRUE(answer.body.empty());
      EXPECT_EQ(header(answer, "ETag"), tags.back());
      EXPECT_EQ(header(answer, "Cache-Control"), "no-cache");
      EXPECT_EQ(header(answer, "Vary"), "Accept-Encoding");
    }
    for (const std::string& other : {std::string("\"\""), tags.back().substr(1),
                                     tags.back().substr(0, tags.back().size() - 1) + "0\"",
                                     coding.empty() ? std::string("x") : tags.front()}) {
      request.if_none_match = other;
      EXPECT_EQ(site.answer(request).status, 200) << other;
    }
  }
  EXPECT_NE(tags[0], tags[1]);
  EXPECT_NE(tags[1], tags[2]);
  EXPECT_NE(tags[0], tags[2]);
}

TEST(Site, Addresses) {
  const PageSite site = small_site();
  for (const std::string_view target :
       {"/", "/?x=1", "/index.html", "/index.html?a/../b", "/%69ndex.html", "/index%2Ehtml",
        "http://localhost/", "http://127.0.0.1:8017/index.html", "HTTP://localhost", "/#x"}) {
    EXPECT_EQ(site.answer(get(target)).body, "the page") << target;
  }
  for (const std::string_view target : {"//",
                                        "//index.html",
                                        "/.",
                                        "/..",
                                        "/../index.html",
                                        "/%2e%2e/index.html",
                                        "/index.html/",
                                        "/index.html.br",
                                        "/index.html.gz",
                                        "/assets",
                                        "/assets/",
                                        "/INDEX.HTML",
                                        "/index",
                                        "/..%2findex.html",
                                        "/\\..\\index.html",
                                        "/%5c..%5cindex.html",
                                        "/%252e%252e/index.html",
                                        "/assets/../index.html",
                                        "/assets/%2e%2e/index.html",
                                        "/etc/passwd",
                                        "/%ff%fe"}) {
    const Answer answer = site.answer(get(target));
    EXPECT_EQ(answer.status, 404) << target;
    EXPECT_EQ(header(answer, "Content-Type"), "text/plain; charset=utf-8");
    EXPECT_EQ(header(answer, "Cache-Control"), "no-store");
    EXPECT_LT(answer.body.size(), 100U);
  }
  for (const std::string_view target : {"", "*", "index.html", "/%", "/%2", "/%zz", "/%0", "/%00",
                                        "/index.html%00", "/a%0ab", "/%7f", "/x%1"}) {
    EXPECT_EQ(site.answer(get(target)).status, 400) << target;
  }
}

TEST(Site, OnlyThisMachinesNames) {
  const PageSite strict = small_site();
  const PageSite open = small_site(Hosts::kAny);
  Request request = get("/");
  for (const std::string_view host : {"localhost", "LocalHost:1", "127.0.0.1", "127.0.0.1:8017",
                                      "127.0.0.2:8017", "[::1]", "[::1]:8017", " localhost "}) {
    request.host = host;
    EXPECT_EQ(strict.answer(request).status, 200) << host;
  }
  for (const std::string_view host :
       {"example.org", "example.org:8017", "localhost.example.org", "127.0.0.1.example.org",
        "127.example.org", "localhost:evil", "xlocalhost", "[::2]", "::1", "0.0.0.0", "192.168.0.1",
        "localhost, example.org", "localhost:80:80", "user@localhost", "[::1].example.org"}) {
    request.host = host;
    EXPECT_EQ(strict.answer(request).status, 421) << host;
    EXPECT_EQ(open.answer(request).status, 200) << host;
  }
  // The address stands above the header, as it should by the standard.
  request.host = "localhost";
  request.target = "http://example.org/";
  EXPECT_EQ(strict.answer(request).status, 421);
  request.target = "http://localhost@example.org/";
  EXPECT_EQ(strict.answer(request).status, 421);
  for (const std::string_view host : {"", "  "}) {
    request = get("/");
    request.host = host;
    EXPECT_EQ(strict.answer(request).status, 400);
    EXPECT_EQ(open.answer(request).status, 400);
  }
}

TEST(Site, OnlyReading) {
  const PageSite site = small_site();
  Request request = get("/");
  request.method = "HEAD";
  EXPECT_EQ(site.answer(request).status, 200);
  for (const std::string_view method :
       {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", "GETS", ""}) {
    request.method = method;
    const Answer answer = site.answer(request);
    EXPECT_EQ(answer.status, 405) << method;
    EXPECT_EQ(header(answer, "Allow"), "GET, HEAD");
  }
}

TEST(Site, EveryAnswerIsGuarded) {
  const PageSite site = small_site();
  Request known = get("/");
  known.if_none_match = "*";
  Request stranger = get("/");
  stranger.host = "example.org";
  for (const Answer& answer :
       {site.answer(get("/")), site.answer(get("/assets/a-B1234567.js")), site.answer(known),
        site.answer(get("/none")), site.answer(get("/%")), site.answer(stranger), refusal(413),
        refusal(431)}) {
    const std::string policy = header(answer, "Content-Security-Policy");
    for (const char* part :
         {"default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "object-src 'none'",
          "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"}) {
      EXPECT_NE(policy.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(policy.find("'unsafe-eval'"), std::string::npos);
    EXPECT_EQ(header(answer, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(header(answer, "X-Frame-Options"), "DENY");
    EXPECT_EQ(header(answer, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(header(answer, "Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_EQ(header(answer, "Cross-Origin-Resource-Policy"), "same-origin");
    EXPECT_NE(header(answer, "Permissions-Policy"), "");
    EXPECT_NE(header(answer, "Cache-Control"), "");
  }
}

TEST(Site, FilesWithHashesAreKeptForever) {
  const PageSite site = small_site();
  EXPECT_EQ(header(site.answer(get("/assets/a-B1234567.js")), "Cache-Control"),
            "public, max-age=31536000, immutable");
  EXPECT_EQ(header(site.answer(get("/")), "Cache-Control"), "no-cache");
}

}  // namespace
}  // namespace tidelock::server
