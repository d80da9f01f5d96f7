import MediaTime

/// Why an HTTP request failed, in one line that says what to try.
package struct HTTPAccessError: Error, Hashable {
    /// What went wrong.
    package enum Reason: Hashable, Sendable {
        /// The host's name resolves to no address.
        case unknownHost(String)
        /// Nothing listens at the port.
        case refused
        /// The host cannot be reached; carries the system's description.
        case unreachable(String)
        case connectTimedOut
        /// The server accepted the request but sent no response in time.
        case noAnswer
        /// No byte arrived for this long.
        case stalled(Duration)
        /// The transfer exceeded this time limit.
        case tookTooLong(Duration)
        /// The connection ended before the declared end of the body, or broke.
        case brokenOff
        case untrusted(String)
        /// A status other than 2xx, and the wait that the server requests before the next try.
        case status(Int, retryAfter: Duration?)
        case tooLarge(maximumByteCount: Int)
        /// The body has this content coding (such as gzip), which was not requested.
        case encoded(String)
        /// The body, which has this content coding, cannot be inflated.
        case undecodable(String)
        /// This process may open no more files and connections.
        case tooManyOpenFiles
        case tooManyRedirects(limit: Int)
        /// A redirect to something other than an http(s) address.
        case redirectedAstray(String)
        /// A document or redirect leads into a loopback or private network.
        case forbiddenAddress
        /// The proxy does not carry out the request; carries the reason.
        case proxy(String)
        /// The peer does not speak HTTP.
        case notHTTP(String)
        /// The request itself cannot be sent.
        case invalidRequest(String)
    }

    /// The requested address, without name and password.
    package var address: String

    package var reason: Reason

    package init(_ reason: Reason, at address: WebAddress) {
        self.address = address.description
        self.reason = reason
    }
}

extension HTTPAccessError: CustomStringConvertible {
    package var description: String {
        "\(cause)\(reason.advice.map { "; \($0)" } ?? "")"
    }

    /// What happened, without what to try.
    package var cause: String { "\(address): \(reason.cause)" }
}

extension HTTPAccessError.Reason {
    /// What happened.
    fileprivate var cause: String {
        switch self {
        case .unknownHost(let host): "the host \(host) has no address"
        case .refused: "the server refuses the connection"
        case .unreachable(let words): "the server cannot be reached (\(words))"
        case .connectTimedOut: "the server does not accept the connection in time"
        case .noAnswer: "the server does not answer in time"
        case .stalled(let limit): "no data for \(limit.words)"
        case .tookTooLong(let limit): "not complete within \(limit.words)"
        case .brokenOff: "the connection broke off"
        case .untrusted(let words): "no secure connection (\(words))"
        case .status(let code, _): "the server answers \(code)\(statusMeaning(of: code))"
        case .tooLarge(let maximum): "larger than the limit of \(maximum) bytes"
        case .encoded(let coding):
            "the server compresses it (\(coding)) although that was not requested"
        case .undecodable(let coding): "its compressed body (\(coding)) is damaged"
        case .tooManyOpenFiles: "this process has too many open files"
        case .tooManyRedirects(let limit): "more than \(limit) redirects"
        case .redirectedAstray(let target):
            "redirected to \(target), which is not an http(s) address"
        case .forbiddenAddress: "a document may not lead to a loopback or private address"
        case .proxy(let words): "the proxy refuses (\(words))"
        case .notHTTP(let words): "the server does not speak HTTP (\(words))"
        case .invalidRequest(let words): "the request cannot be sent (\(words))"
        }
    }

    /// What to try.
    fileprivate var advice: String? {
        switch self {
        case .unknownHost: "check the name and the connection to the network"
        case .refused: "check the port, or whether the server runs"
        case .unreachable: "check the connection to the network"
        case .connectTimedOut, .noAnswer, .stalled, .tookTooLong: "try again later"
        case .brokenOff, .undecodable: "try again"
        case .untrusted: "name its certificate authority in SSL_CERT_FILE if you trust it"
        case .status(401, _), .status(403, _): "give a name and password, or another address"
        case .status(404, _), .status(410, _): "check the path"
        case .status(429, _): "wait before the next try"
        case .status(500..., _): "try again later"
        case .status: "check the address"
        case .tooLarge: "use a smaller file"
        case .encoded, .redirectedAstray: "use another address"
        case .tooManyOpenFiles: "raise the limit with 'ulimit -n'"
        case .tooManyRedirects: "use the address at their end"
        case .forbiddenAddress: "allow it with --allow-private"
        case .proxy: "check http_proxy, https_proxy and no_proxy"
        case .notHTTP: "check the address and its port"
        case .invalidRequest: "check the address and --header"
        }
    }
}

/// The meaning of a status.
private func statusMeaning(of code: Int) -> String {
    switch code {
    case 401, 403: " (not allowed)"
    case 404, 410: " (not there)"
    case 429: " (too many requests)"
    case 500...: " (the server is in trouble)"
    default: ""
    }
}
