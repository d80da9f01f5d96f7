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
    package var description: String { "\(address): \(reason.words)" }
}

extension HTTPAccessError.Reason {
    /// What happened, and what to try.
    fileprivate var words: String {
        switch self {
        case .unknownHost(let host):
            "no address is known for \(host); check the name and the connection to the network"
        case .refused:
            "the connection is refused; check the port, or whether the server runs"
        case .unreachable(let words):
            "the server cannot be reached (\(words)); check the connection to the network"
        case .connectTimedOut:
            "the server does not take the connection in time; try again later"
        case .noAnswer:
            "the server does not answer in time; try again later"
        case .stalled(let limit):
            "no data for \(limit.text); try again later"
        case .tookTooLong(let limit):
            "not complete within \(limit.text); try again later"
        case .brokenOff:
            "the connection broke off; try again"
        case .untrusted(let words):
            "no secure connection (\(words)); name its certificate authority in SSL_CERT_FILE "
                + "if you trust it"
        case .status(let code, _):
            "the server answers \(code)\(statusMeaning(of: code))"
        case .tooLarge(let maximum):
            "larger than the \(maximum) bytes that are taken; use a smaller file"
        case .encoded(let coding):
            "the server compresses it (\(coding)) although it was asked not to; "
                + "give another address of it"
        case .tooManyOpenFiles:
            "too many files are open in this process; raise the limit with 'ulimit -n'"
        case .tooManyRedirects(let limit):
            "more than \(limit) redirects; give the address that they should lead to"
        case .redirectedAstray(let target):
            "redirected to \(target), which is no http(s) address; give another address"
        case .forbiddenAddress:
            "a document may not lead to a loopback or private address; "
                + "allow it with --allow-private"
        case .proxy(let words):
            "the proxy does not help (\(words)); check http_proxy, https_proxy and no_proxy"
        case .notHTTP(let words):
            "what answers does not speak HTTP (\(words)); check the address and its port"
        case .invalidRequest(let words):
            "cannot be asked for (\(words)); check the address and --header"
        }
    }
}

/// The meaning of a status, and what to try.
private func statusMeaning(of code: Int) -> String {
    switch code {
    case 401, 403: " (not allowed); give a name and password, or another address"
    case 404, 410: " (not there); check the path"
    case 429: " (too many requests); wait before the next try"
    case 500...: " (the server is in trouble); try again later"
    default: "; check the address"
    }
}

extension Duration {
    /// `10 s`, or `0.25 s` if there is a fraction.
    fileprivate var text: String {
        let seconds = self / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(saturating: seconds)) s" : "\(seconds) s"
    }
}
