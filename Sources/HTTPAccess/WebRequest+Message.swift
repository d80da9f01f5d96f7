import AsyncHTTPClient
import MediaTime
import NIOHTTP1
import PlainText

extension WebRequest {
    /// The message to send over `route`.
    func message(over route: ConnectionRoute, userAgent: String) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: address.url.absoluteString)
        message.method = HTTPMethod(rawValue: method.rawValue)
        if !body.isEmpty { message.body = .bytes(body) }
        message.headers.add(name: "User-Agent", value: userAgent)
        message.headers.add(name: "Accept", value: "*/*")
        message.headers.add(name: "Accept-Encoding", value: "identity")
        if case .forwarded(let proxy) = route {
            message.url = "http://\(proxy.authority)\(address.pathAndQuery)"
            message.headers.add(name: "Host", value: address.authority)
            if let credentials = proxy.basicCredentials {
                message.headers.add(name: "Proxy-Authorization", value: "Basic \(credentials)")
            }
        }
        for header in headers.map(\.header) + credentials.headers(for: address) {
            message.headers.replaceOrAdd(name: header.name, value: header.value)
        }
        return message
    }

    /// Whether a body with this content coding can be read.
    func accepts(_ coding: String) -> Bool {
        headers.contains(.gzip) && ["gzip", "x-gzip"].contains(coding)
    }

    /// Whether a response with this status is successful.
    func expects(_ status: UInt) -> Bool {
        (200..<300).contains(status) || status == 304 && headers.contains(where: \.isCondition)
    }

    /// The request to which a response other than 2xx redirects.
    ///
    /// Only 307 and 308 repeat the method and the body (RFC 9110, 15.4). Throws an
    /// ``HTTPAccessError`` with the status if it is not a redirect.
    func redirected(by response: HTTPClientResponse) throws -> WebRequest {
        let code = Int(response.status.code)
        guard response.isRedirect,
            let location = response.headers.first(name: "Location")?.trimmed
        else {
            throw HTTPAccessError(
                .status(code, retryAfter: response.headers.retryAfter), at: address)
        }
        guard let target = WebAddress(location, relativeTo: address) else {
            throw HTTPAccessError(.redirectedAstray(location.printable(limit: 200)), at: address)
        }
        var request = following(target)
        if code < 307 {
            request.method = .get
            request.body = []
        }
        return request
    }
}

extension HTTPClientResponse {
    /// The content coding that compresses the body of a successful response (RFC 9110, 8.4.1);
    /// `nil` if there is none.
    ///
    /// Unknown names do not count: some stations write arbitrary text there.
    var bodyCoding: String? {
        let codings = ["gzip", "x-gzip", "deflate", "compress", "x-compress", "br", "zstd"]
        guard (200..<300).contains(status.code) else { return nil }
        return headers[canonicalForm: "Content-Encoding"].lazy.map { $0.lowercased() }
            .first(where: codings.contains)
    }

    var isRedirect: Bool {
        [301, 302, 303, 307, 308].contains(status.code) && headers.contains(name: "Location")
    }
}

extension HTTPHeaders {
    /// The wait that `Retry-After` requests, in seconds or as a date (RFC 9110, 10.2.3), clamped to
    /// a day. A date counts from the server's own `Date` if it has one, because its clock may
    /// differ from this machine's.
    var retryAfter: Duration? {
        guard let words = first(name: "Retry-After")?.trimmed else { return nil }
        // Any number of digits; without a sign.
        if words.allSatisfy({ ("0"..."9").contains($0) }) {
            return Double(words).map { Duration(clamping: $0, to: .length) }
        }
        guard let moment = HTTPDate(words) else { return nil }
        let now = first(name: "Date").flatMap(HTTPDate.init) ?? .now
        let wait = moment.secondsSince1970 - now.secondsSince1970
        return Duration(clamping: Double(wait), to: .length)
    }
}
