// The certificate of a server and its key, by OpenSSL; for the files of this room that use Boost.
// Without -DTIDELOCK_TLS=ON there is none to be had (without_tls.cpp).
#pragma once

#include <memory>
#include <string>
#ifdef TIDELOCK_TLS
#include <boost/asio/ssl/context.hpp>
#endif

#include "core/result.h"

namespace tidelock::server {

#ifdef TIDELOCK_TLS
using TlsContext = std::shared_ptr<boost::asio::ssl::context>;
#else
using TlsContext = std::shared_ptr<void>;
#endif

// Files in PEM form: the certificate with those that vouch for it, and its key. TLS 1.2 and later.
Result<TlsContext> read_tls(const std::string& certificate, const std::string& key);

}  // namespace tidelock::server
