import AsyncHTTPClient
import MediaTime
import NIOHTTP1
import PlainText

extension WebRequest {
    /// What is sent over `route`.
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

    /// The request that an answer other than 2xx asks for.
    ///
    /// Only 307 and 308 have the method and the body sent again (RFC 9110, 15.4). Throws an
    /// ``HTTPAccessError`` that names its status if it asks for none.
    func redirected(by response: HTTPClientResponse) throws -> WebRequest {
        let code = Int(response.status.code)
        guard response.isRedirect,
            let location = response.headers.first(name: "Location")
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
    /// The coding that compresses the body of a good answer (RFC 9110, 8.4.1); `nil` if none does.
    ///
    /// What is no coding's name counts for none: some stations write all sorts of things there.
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
    /// How long `Retry-After` asks to wait: it says so in seconds, or names the moment (RFC 9110,
    /// 10.2.3), and is believed up to a day. That is counted from the server's own `Date` where it has one, for its clock and
    /// this one need not agree.
    var retryAfter: Duration? {
        guard let words = first(name: "Retry-After") else { return nil }
        if let seconds = Int(words) {
            return seconds >= 0 ? Duration(clamping: Double(seconds), to: .length) : nil
        }
        guard let moment = HTTPDate(words) else { return nil }
        let now = first(name: "Date").flatMap(HTTPDate.init) ?? .now
        let wait = moment.secondsSince1970 - now.secondsSince1970
        return Duration(clamping: Double(wait), to: .length)
    }
}
