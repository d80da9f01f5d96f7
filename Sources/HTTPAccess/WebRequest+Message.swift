import AsyncHTTPClient
import NIOHTTP1

extension WebRequest {
    /// What is sent over `route`.
    func message(over route: ConnectionRoute, userAgent: String) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: address.url.absoluteString)
        message.headers.add(name: "User-Agent", value: userAgent)
        message.headers.add(name: "Accept", value: "*/*")
        if let credentials = address.basicCredentials {
            message.headers.add(name: "Authorization", value: "Basic \(credentials)")
        }
        if case .forwarded(let proxy) = route {
            message.url = "http://\(proxy.authority)\(address.pathAndQuery)"
            message.headers.add(name: "Host", value: address.authority)
            if let credentials = proxy.basicCredentials {
                message.headers.add(name: "Proxy-Authorization", value: "Basic \(credentials)")
            }
        }
        for header in headers {
            message.headers.replaceOrAdd(name: header.name, value: header.value)
        }
        return message
    }

    /// The request that an answer other than 2xx asks for.
    ///
    /// Throws an ``HTTPAccessError`` that names its status if it asks for none.
    func redirected(by response: HTTPClientResponse) throws -> WebRequest {
        let code = Int(response.status.code)
        guard [301, 302, 303, 307, 308].contains(code),
            let location = response.headers.first(name: "Location")
        else {
            throw HTTPAccessError(
                .status(code, retryAfter: response.headers.retryAfter), at: address)
        }
        guard let target = WebAddress(location, relativeTo: address) else {
            throw HTTPAccessError(.redirectedAstray(location), at: address)
        }
        return following(target)
    }
}

extension HTTPHeaders {
    /// `Retry-After` where it is in seconds.
    fileprivate var retryAfter: Duration? {
        first(name: "Retry-After").flatMap { Int($0) }.flatMap { $0 >= 0 ? .seconds($0) : nil }
    }
}
