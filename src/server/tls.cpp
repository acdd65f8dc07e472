#include "server/tls.h"

#include <ctime>
#include <fstream>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace tidelock::server {
namespace {

namespace ssl = boost::asio::ssl;

bool can_be_read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  char first = 0;
  return in.is_open() && static_cast<bool>(in.read(&first, 1));
}

}  // namespace

Result<TlsContext> read_tls(const std::string& certificate, const std::string& key) {
  for (const auto& [file, option] :
       {std::pair(certificate, "--tls-cert"), std::pair(key, "--tls-key")}) {
    if (!can_be_read(file))
      return error("bad-tls",
                   "the file " + file + " of " + option + " cannot be read, or is empty");
  }
  ERR_clear_error();
  try {
    auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
    SSL_CTX* raw = context->native_handle();
    SSL_CTX_set_min_proto_version(raw, TLS1_2_VERSION);
    SSL_CTX_set_options(
        raw, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(raw, SSL_MODE_RELEASE_BUFFERS);  // who says nothing takes little memory
    // Nobody is there to be asked for a passphrase.
    SSL_CTX_set_default_passwd_cb(raw, [](char*, int, int, void*) { return 0; });
    if (SSL_CTX_use_certificate_chain_file(raw, certificate.c_str()) != 1)
      return error("bad-tls", "expected a certificate in PEM form in " + certificate);
    if (SSL_CTX_use_PrivateKey_file(raw, key.c_str(), SSL_FILETYPE_PEM) != 1) {
      const unsigned long why = ERR_peek_last_error();
      if (ERR_GET_LIB(why) == ERR_LIB_X509)
        return error("bad-tls", "the key " + key + " does not belong to " + certificate);
      return error("bad-tls", "expected a private key in PEM form without a passphrase in " + key);
    }
    if (SSL_CTX_check_private_key(raw) != 1)
      return error("bad-tls", "the key " + key + " does not belong to " + certificate);
    const X509* own = SSL_CTX_get0_certificate(raw);
    if (own != nullptr && X509_cmp_current_time(X509_get0_notAfter(own)) < 0)
      return error("bad-tls", "the certificate " + certificate + " has expired");
    ERR_clear_error();
    return context;
  } catch (const std::exception& wrong) {
    return error("bad-tls", std::string("TLS cannot be used: ") + wrong.what());
  }
}

}  // namespace tidelock::server
