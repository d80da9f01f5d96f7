import HTTPAccess

/// Why a request to the back end came to nothing.
enum BackEndFailure: Error, Hashable {
    /// The back end has taken the request in, and refuses it for good.
    case refused(SessionError)

    /// The request did not get through, so that it may be sent again.
    case undelivered(SessionError)

    /// Nobody knows whether the request was taken in; sent again, it could count twice.
    case uncertain(SessionError)

    /// The client was closed, or the task cancelled.
    case cancelled

    /// In the words of rule M1.
    var sessionError: SessionError {
        switch self {
        case .refused(let error), .undelivered(let error), .uncertain(let error): error
        case .cancelled: SessionError(.generic, "the session was terminated meanwhile")
        }
    }
}

extension BackEndFailure {
    init(_ error: any Error) {
        switch error {
        case let error as BackEndFailure: self = error
        case let error as HTTPAccessError:
            let words = SessionError(.connection, error.description)
            self = error.reason.isBeforeSending ? .undelivered(words) : .uncertain(words)
        case is CancellationError: self = .cancelled
        default: self = .refused(SessionError(.generic, "\(error)"))
        }
    }
}

extension HTTPAccessError.Reason {
    /// Whether the request can be sent again without counting twice: it cannot have reached the
    /// server, or the server was too busy to take it in.
    var isUndelivered: Bool {
        if case .status(let status, _) = self { return status == 429 || status >= 500 }
        return isBeforeSending
    }

    /// Whether the request cannot have reached the server.
    fileprivate var isBeforeSending: Bool {
        switch self {
        case .unknownHost, .refused, .unreachable, .connectTimedOut, .untrusted, .proxy,
            .forbiddenAddress, .invalidRequest, .tooManyOpenFiles:
            true
        case .noAnswer, .stalled, .tookTooLong, .brokenOff, .status, .tooLarge, .encoded,
            .tooManyRedirects, .redirectedAstray, .notHTTP:
            false
        }
    }
}
