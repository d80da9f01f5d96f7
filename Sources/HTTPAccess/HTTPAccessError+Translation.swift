import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension HTTPAccessError.Reason {
    /// Translates an error of the underlying libraries for a request to `host`; `nil` if its type
    /// has no public name.
    init?(_ error: any Error, host: String) {
        switch error {
        case is ForbiddenRemoteAddress: self = .forbiddenAddress
        case let error as NIOConnectionError: self.init(error, host: host)
        case let error as IOError: self.init(errnoCode: error.errnoCode)
        case let error as HTTPClientError: self.init(error)
        // The body is shorter than its headers declare.
        case HTTPParserError.invalidEOFState: self = .brokenOff
        case let error as HTTPParserError: self = .notHTTP("\(error)")
        case let error as NIOSSLError: self.init(error)
        case is NIOSSLExtraError, is BoringSSLError:
            self = .untrusted(Self.handshakeFailure(error))
        case let error as ChannelError: self.init(error)
        default: return nil
        }
    }

    /// Translates an error that occurred before a response arrived over `route`.
    init(_ error: any Error, host: String, over route: ConnectionRoute) {
        if let known = Self(error, host: host) {
            self = known
        } else if case .tunnelled = route {
            self = .proxy("it closed the tunnel")
        } else {
            self = .unreachable("\(error)")
        }
    }

    private init(_ error: NIOConnectionError, host: String) {
        self =
            if let failure = error.connectionErrors.first {
                Self(failure.error, host: host) ?? .unreachable("\(failure.error)")
            } else if Self.mayOpenFiles {
                .unknownHost(host)
            } else {
                // Looking up a name needs a file descriptor.
                .tooManyOpenFiles
            }
    }

    /// Whether this process can open one more file.
    private static var mayOpenFiles: Bool {
        let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { return errno != EMFILE }
        close(descriptor)
        return true
    }

    private init(errnoCode: CInt) {
        self =
            switch errnoCode {
            case ECONNREFUSED: .refused
            case ECONNRESET, EPIPE, ECONNABORTED: .brokenOff
            case ETIMEDOUT: .connectTimedOut
            case EMFILE: .tooManyOpenFiles
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
            default: .untrusted(Self.handshakeFailure(error))
            }
    }

    /// What is wrong with a handshake, extracted from a description with the library's file names.
    private static func handshakeFailure(_ error: any Error) -> String {
        let words = "\(error)"
        if words.contains("CERTIFICATE_VERIFY_FAILED") { return "its certificate is not trusted" }
        if words.contains("failedToValidateHostname") {
            return "its certificate is for another name"
        }
        if words.contains("WRONG_VERSION_NUMBER") { return "what answers does not speak TLS" }
        return words
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

extension HTTPAccessError {
    /// Throws `CancellationError` if the task was cancelled, or if `error` means that the client
    /// was closed during the request.
    static func rethrowCancellation(of error: any Error) throws {
        try Task.checkCancellation()
        let calledOff: [HTTPClientError] = [.cancelled, .alreadyShutdown]
        if error is CancellationError || (error as? HTTPClientError).map(calledOff.contains) == true
        {
            throw CancellationError()
        }
    }
}
