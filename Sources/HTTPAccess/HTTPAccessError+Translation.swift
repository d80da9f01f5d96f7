import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension HTTPAccessError.Reason {
    /// What an error of the libraries below means for a request to `host`.
    init(_ error: any Error, host: String) {
        self =
            switch error {
            case is ForbiddenRemoteAddress: .forbiddenAddress
            case let error as NIOConnectionError: Self(error, host: host)
            case let error as IOError: Self(errnoCode: error.errnoCode)
            case let error as HTTPClientError: Self(error)
            // The body is shorter than its head says.
            case HTTPParserError.invalidEOFState: .brokenOff
            case let error as HTTPParserError: .notHTTP("\(error)")
            case let error as NIOSSLError: Self(error)
            case is NIOSSLExtraError, is BoringSSLError: .untrusted("\(error)")
            case let error as ChannelError: Self(error)
            default: .unreachable("\(error)")
            }
    }

    private init(_ error: NIOConnectionError, host: String) {
        self =
            if let failure = error.connectionErrors.first {
                Self(failure.error, host: host)
            } else {
                .unknownHost(host)
            }
    }

    private init(errnoCode: CInt) {
        self =
            switch errnoCode {
            case ECONNREFUSED: .refused
            case ECONNRESET, EPIPE, ECONNABORTED: .brokenOff
            case ETIMEDOUT: .connectTimedOut
            default: .unreachable(String(cString: strerror(errnoCode)))
            }
    }

    private init(_ error: HTTPClientError) {
        self =
            switch error {
            case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout:
                .connectTimedOut
            case .deadlineExceeded, .readTimeout: .noAnswer
            case .remoteConnectionClosed, .uncleanShutdown: .brokenOff
            case .invalidProxyResponse, .proxyAuthenticationRequired, .httpProxyHandshakeTimeout:
                .proxy(error.shortDescription)
            default: .invalidRequest(error.shortDescription)
            }
    }

    private init(_ error: NIOSSLError) {
        self =
            switch error {
            case .uncleanShutdown: .brokenOff
            default: .untrusted("\(error)")
            }
    }

    private init(_ error: ChannelError) {
        self =
            switch error {
            case .connectTimeout: .connectTimedOut
            case .eof, .inputClosed, .ioOnClosedChannel, .alreadyClosed: .brokenOff
            default: .unreachable("\(error)")
            }
    }
}
