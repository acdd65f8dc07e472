// The certificate of a server and its key, by OpenSSL; for the files of this room that use Boost.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "core/result.h"

namespace tidelock::server {

using TlsContext = std::shared_ptr<boost::asio::ssl::context>;

// Files in PEM form: the certificate with those that vouch for it, and its key. TLS 1.2 and later.
Result<TlsContext> read_tls(const std::string& certificate, const std::string& key);

}  // namespace tidelock::server
