#include "server/page_files.h"

#include <gtest/gtest.h>

#include "server/testing.h"

namespace tidelock::server {
namespace {

TEST(PageFiles, TypesByName) {
  struct Case {
    std::string_view path, type;
  };
  for (const auto& [path, type] : {
           Case{"/index.html", "text/html; charset=utf-8"},
           {"/assets/a.js", "text/javascript; charset=utf-8"},
           {"/a.css", "text/css; charset=utf-8"},
           {"/a.svg", "image/svg+xml; charset=utf-8"},
           {"/a.json", "application/json; charset=utf-8"},
           {"/a.webmanifest", "application/manifest+json; charset=utf-8"},
           {"/a.txt", "text/plain; charset=utf-8"},
           {"/a.wasm", "application/wasm"},
           {"/a.png", "image/png"},
           {"/a.ico", "image/x-icon"},
           {"/a.network", "application/octet-stream"},
           {"/a.html.exe", "application/octet-stream"},
           {"/html", "application/octet-stream"},
           {"/a.", "application/octet-stream"},
       }) {
    EXPECT_EQ(media_type(path), type) << path;
  }
}

TEST(PageFiles, NamesWithHashes) {
  for (const std::string_view path :
       {"/assets/index-DiwrgTda.js", "/assets/index-DiwrgTda.js.map", "/assets/a-b-1234567_.css",
        "/assets/deep/solenia-abcdef-1.wasm", "/assets/en-----------.json"}) {
    EXPECT_TRUE(has_hashed_name(path)) << path;
  }
  for (const std::string_view path :
       {"/index-DiwrgTda.js", "/assets/index.js", "/assets/index-DiwrgTd.js",
        "/assets/index-DiwrgTdaa.js", "/assets/my-notebook.js", "/assets/index-Diwr+Tda.js",
        "/assets/DiwrgTda.js", "/assets/index-DiwrgTda", "/assets/", "/assets/.", "/assets",
        "/assets/a-DiwrgTda/b.js", "/other/assets/index-DiwrgTda.js"}) {
    EXPECT_FALSE(has_hashed_name(path)) << path;
  }
}

TEST(PageFiles, WhatLiesInTheFolder) {
  const TemporaryFolder folder;
  folder.write("index.html", "page");
  folder.write("index.html.br", "B");
  folder.write("assets/deep/a b.js", std::string("\0\xff", 2));
  folder.write("assets/deep/a b.js.gz", "G");
  folder.write("orphan.js.br", "B");
  folder.write("empty.txt", "");
  folder.write(".hidden", "secret");
  folder.write(".git/config", "secret");
  const TemporaryFolder elsewhere;
  elsewhere.write("secret.txt", "secret");
  std::filesystem::create_symlink(elsewhere.path() + "/secret.txt", folder.path() + "/link.txt");
  std::filesystem::create_directory_symlink(elsewhere.path(), folder.path() + "/linked");

  const auto read = PageFiles::read(folder.path());
  ASSERT_TRUE(read.ok());
  const PageFiles& files = read.value();
  EXPECT_EQ(files.size(), 3U);
  ASSERT_NE(files.find("/"), nullptr);
  EXPECT_EQ(files.find("/"), files.find("/index.html"));
  EXPECT_EQ(files.find("/")->plain.bytes, "page");
  ASSERT_TRUE(files.find("/")->br.has_value());
  EXPECT_EQ(files.find("/")->br->bytes, "B");
  EXPECT_FALSE(files.find("/")->gzip.has_value());
  const PageFile* script = files.find("/assets/deep/a b.js");
  ASSERT_NE(script, nullptr);
  EXPECT_EQ(script->plain.bytes, std::string("\0\xff", 2));
  ASSERT_TRUE(script->gzip.has_value());
  EXPECT_EQ(script->gzip->bytes, "G");
  ASSERT_NE(files.find("/empty.txt"), nullptr);
  for (const std::string_view path :
       {"", "index.html", "/index.html.br", "/orphan.js.br", "/orphan.js", "/.hidden",
        "/.git/config", "/link.txt", "/linked/secret.txt", "/assets", "/assets/deep"}) {
    EXPECT_EQ(files.find(path), nullptr) << path;
  }
}

TEST(PageFiles, AFolderWithASlash) {
  const TemporaryFolder folder;
  folder.write("index.html", "page");
  folder.write("a/b.txt", "b");
  for (const char* end : {"/", "//", "/.", "/a/.."}) {
    const auto read = PageFiles::read(folder.path() + end);
    ASSERT_TRUE(read.ok()) << end;
    EXPECT_NE(read.value().find("/a/b.txt"), nullptr) << end;
  }
}

TEST(PageFiles, NoPage) {
  const TemporaryFolder folder;
  for (const std::string& path : {folder.path(), folder.path() + "/none", std::string()}) {
    const auto read = PageFiles::read(path);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, "no-page");
    EXPECT_NE(read.error().sentence().find("--page"), std::string::npos);
  }
  // A folder by that name, a file in place of the folder, a link to something.
  std::filesystem::create_directory(folder.path() + "/index.html");
  EXPECT_EQ(PageFiles::read(folder.path()).error().code, "no-page");
  folder.write("file", "x");
  EXPECT_EQ(PageFiles::read(folder.path() + "/file").error().code, "no-page");
  folder.write("linked/real", "x");
  std::filesystem::create_symlink("real", folder.path() + "/linked/index.html");
  EXPECT_EQ(PageFiles::read(folder.path() + "/linked").error().code, "no-page");
}

TEST(PageFiles, TooMuch) {
  const TemporaryFolder folder;
  folder.write("index.html", "page");
  folder.write("large", "x");
  std::filesystem::resize_file(folder.path() + "/large", PageFiles::kMostBytes + 1);
  const auto read = PageFiles::read(folder.path());
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, "too-large");
}

}  // namespace
}  // namespace tidelock::server
