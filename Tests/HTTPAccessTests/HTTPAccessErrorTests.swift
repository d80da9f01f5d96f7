import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@testable import HTTPAccess

@Suite("Why a request failed")
struct HTTPAccessErrorTests {
    @Test(
        "is one line with the address, what happened, and what to try",
        arguments: [
            (
                .unknownHost("a.example"),
                "the host a.example has no address; check the name and the connection to the network"
            ),
            (
                .refused,
                "the server refuses the connection; check the port, or whether the server runs"
            ),
            (
                .unreachable("No route"),
                "the server cannot be reached (No route); check the connection to the network"
            ),
            (
                .connectTimedOut,
                "the server does not accept the connection in time; try again later"
            ),
            (.noAnswer, "the server does not answer in time; try again later"),
            (.stalled(.seconds(10)), "no data for 10 s; try again later"),
            (.tookTooLong(.milliseconds(250)), "not complete within 0.25 s; try again later"),
            (.brokenOff, "the connection broke off; try again"),
            (
                .untrusted("expired"),
                "no secure connection (expired); name its certificate authority in SSL_CERT_FILE "
                    + "if you trust it"
            ),
            (
                .tooLarge(maximumByteCount: 9),
                "larger than the limit of 9 bytes; use a smaller file"
            ),
            (
                .encoded("gzip"),
                "the server compresses it (gzip) although that was not requested; "
                    + "use another address"
            ),
            (.undecodable("gzip"), "its compressed body (gzip) is damaged; try again"),
            (
                .tooManyOpenFiles,
                "this process has too many open files; raise the limit with 'ulimit -n'"
            ),
            (.tooManyRedirects(limit: 3), "more than 3 redirects; use the address at their end"),
            (
                .redirectedAstray("file:///x"),
                "redirected to file:///x, which is not an http(s) address; use another address"
            ),
            (
                .forbiddenAddress,
                "a document may not lead to a loopback or private address; "
                    + "allow it with --allow-private"
            ),
            (
                .proxy("closed"),
                "the proxy refuses (closed); check http_proxy, https_proxy and no_proxy"
            ),
            (
                .notHTTP("SSH"),
                "the server does not speak HTTP (SSH); check the address and its port"
            ),
            (
                .invalidRequest("header"),
                "the request cannot be sent (header); check the address and --header"
            ),
        ] as [(HTTPAccessError.Reason, String)])
    func description(reason: HTTPAccessError.Reason, words: String) throws {
        let address = try #require(WebAddress("http://ann:secret@radio.example/live"))
        let error = HTTPAccessError(reason, at: address)
        #expect(error.description == "http://radio.example/live: \(words)")
        #expect(error.description.hasPrefix("\(error.cause); "))
    }

    @Test(
        "tells a status by its meaning",
        arguments: [
            (304, "304; check the address"), (400, "400; check the address"),
            (401, "401 (not allowed); give a name and password, or another address"),
            (403, "403 (not allowed); give a name and password, or another address"),
            (404, "404 (not there); check the path"), (410, "410 (not there); check the path"),
            (429, "429 (too many requests); wait before the next try"),
            (499, "499; check the address"),
            (500, "500 (the server is in trouble); try again later"),
            (503, "503 (the server is in trouble); try again later"),
        ])
    func statuses(code: Int, words: String) throws {
        let address = try #require(WebAddress("http://radio.example/"))
        let error = HTTPAccessError(.status(code, retryAfter: nil), at: address)
        #expect(error.description == "http://radio.example/: the server answers \(words)")
    }

    @Test(
        "is found in what the system reports",
        arguments: [
            (ECONNREFUSED, .refused), (ECONNRESET, .brokenOff), (EPIPE, .brokenOff),
            (ECONNABORTED, .brokenOff), (ETIMEDOUT, .connectTimedOut), (EMFILE, .tooManyOpenFiles),
            (EHOSTUNREACH, .unreachable("No route to host")),
        ] as [(CInt, HTTPAccessError.Reason)])
    func system(code: CInt, reason: HTTPAccessError.Reason) {
        let error = IOError(errnoCode: code, reason: "connect")
        #expect(HTTPAccessError.Reason(error, host: "a.example") == reason)
    }

    @Test(
        "is found in the end of a connection",
        arguments: [
            (.connectTimeout(.seconds(1)), .connectTimedOut), (.eof, .brokenOff),
            (.inputClosed, .brokenOff), (.ioOnClosedChannel, .brokenOff),
            (.alreadyClosed, .brokenOff),
            (.outputClosed, .unreachable("\(ChannelError.outputClosed)")),
        ] as [(ChannelError, HTTPAccessError.Reason)])
    func connection(error: ChannelError, reason: HTTPAccessError.Reason) {
        #expect(HTTPAccessError.Reason(error, host: "a.example") == reason)
    }

    @Test(
        "is found in what the HTTP client reports",
        arguments: [
            (HTTPClientError.connectTimeout, .connectTimedOut),
            (HTTPClientError.getConnectionFromPoolTimeout, .connectTimedOut),
            (HTTPClientError.tlsHandshakeTimeout, .connectTimedOut),
            (HTTPClientError.deadlineExceeded, .noAnswer), (HTTPClientError.readTimeout, .noAnswer),
            (HTTPClientError.remoteConnectionClosed, .brokenOff),
            (HTTPClientError.uncleanShutdown, .brokenOff),
            (
                HTTPClientError.invalidProxyResponse,
                .proxy(HTTPClientError.invalidProxyResponse.shortDescription)
            ),
            (
                HTTPClientError.proxyAuthenticationRequired,
                .proxy(HTTPClientError.proxyAuthenticationRequired.shortDescription)
            ),
            (
                HTTPClientError.httpProxyHandshakeTimeout,
                .proxy(HTTPClientError.httpProxyHandshakeTimeout.shortDescription)
            ),
            (
                HTTPClientError.emptyHost,
                .invalidRequest(HTTPClientError.emptyHost.shortDescription)
            ),
            (HTTPParserError.invalidEOFState, .brokenOff),
            (HTTPParserError.invalidVersion, .notHTTP("\(HTTPParserError.invalidVersion)")),
            (ForbiddenRemoteAddress(), .forbiddenAddress),
        ] as [(any Error, HTTPAccessError.Reason)])
    func client(error: any Error, reason: HTTPAccessError.Reason) {
        #expect(HTTPAccessError.Reason(error, host: "a.example") == reason)
    }

    @Test(
        "is found in what TLS reports",
        arguments: [
            (NIOSSLError.uncleanShutdown, .brokenOff),
            (NIOSSLError.unableToValidateCertificate, nil),
            (
                NIOSSLExtraError.failedToValidateHostname,
                .untrusted("its certificate is for another name")
            ),
        ] as [(any Error, HTTPAccessError.Reason?)])
    func security(error: any Error, reason: HTTPAccessError.Reason?) {
        let reason = reason ?? .untrusted("\(error)")
        #expect(HTTPAccessError.Reason(error, host: "a.example") == reason)
    }

    @Test("is the end of the task where it was cancelled, or the client was closed")
    func cancelled() async throws {
        for error in [
            CancellationError(), HTTPClientError.cancelled, HTTPClientError.alreadyShutdown,
        ] as [any Error] {
            #expect(throws: CancellationError.self) {
                try HTTPAccessError.rethrowCancellation(of: error)
            }
        }
        try HTTPAccessError.rethrowCancellation(of: HTTPClientError.readTimeout)
        try HTTPAccessError.rethrowCancellation(of: ChannelError.eof)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try HTTPAccessError.rethrowCancellation(of: ChannelError.eof)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("is the proxy's where a tunnel ends without a known error, else the network's")
    func unknown() {
        struct Unknown: Error {}
        let proxy = ProxyEnvironment.Proxy(host: "proxy.example", port: 80)
        let reasons = [
            ConnectionRoute.direct(.anywhere), .forwarded(by: proxy), .tunnelled(through: proxy),
        ].map { HTTPAccessError.Reason(Unknown(), host: "a.example", over: $0) }
        let words = HTTPAccessError.Reason.unreachable("\(Unknown())")
        #expect(reasons == [words, words, .proxy("it closed the tunnel")])
        #expect(HTTPAccessError.Reason(Unknown(), host: "a.example") == nil)
    }
}
