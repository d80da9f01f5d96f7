import HTTPAccess

/// Why a connection to a stream ended or could not be made.
package enum FetchFailure: Error, Hashable {
    /// The server ended a live stream.
    case ended(address: String)

    /// The reader requested the next connection before this one ended.
    case abandoned(address: String)

    /// The connection was closed because it delivered too little.
    case short(Shortage, address: String)

    case access(HTTPAccessError)
    case source(SourceError)

    /// Converts an error of ``StreamOpener`` or of a connection; `nil` for a cancellation.
    init?(_ error: any Error) {
        switch error {
        case let error as FetchFailure: self = error
        case let error as HTTPAccessError: self = .access(error)
        case let error as SourceError: self = .source(error)
        default: return nil
        }
    }
}

extension FetchFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .ended, .short(.silence, _), .short(.repetition, _): "\(cause); try again later"
        case .short(.slowness, _): "\(cause); try again later, or use a lower bit rate"
        case .abandoned: cause
        case .access(let error): error.description
        case .source(let error): error.description
        }
    }

    /// What happened, without what to try.
    package var cause: String {
        switch self {
        case .ended(let address): "\(address): the station stopped sending"
        case .abandoned(let address): "\(address): the data cannot be played"
        case .short(.silence, let address): "\(address): the station sends no audio"
        case .short(.repetition, let address):
            "\(address): the station repeats the same audio"
        case .short(.slowness, let address):
            "\(address): the stream arrives more slowly than it plays"
        case .access(let error): error.cause
        case .source(let error): error.description
        }
    }
}

extension FetchFailure {
    /// Whether the audio of the connection does not count, so that the stream is still away.
    var leavesOutAudio: Bool {
        switch self {
        case .short(.silence, _), .short(.repetition, _): true
        case .short(.slowness, _), .ended, .abandoned, .access, .source: false
        }
    }
}

extension FetchFailure {
    /// Whether another try may succeed.
    enum Prospect: Hashable {
        /// The failure may pass at any time.
        case passing(retryAfter: Duration?)
        /// Retries help only against a momentary fault: at most `retries` in a row.
        case doubtful(retries: Int)
        /// The mount point does not exist, for example while a station restarts.
        case absent
        case hopeless
    }

    var prospect: Prospect {
        switch self {
        case .ended, .short: .passing(retryAfter: nil)
        case .abandoned: .doubtful(retries: 3)
        case .access(let error): error.reason.prospect
        case .source: .hopeless
        }
    }
}

extension FetchFailure {
    /// How long a stream may be away after a failure like this one, if `limit` is the limit on
    /// retries; `nil` for no limit, and for a failure that does not pass by itself.
    package func longestOutage(within limit: Duration?) -> Duration? {
        switch prospect {
        case .passing: limit
        case .absent: limit.map { min($0, RetryPolicy.absenceLimit) }
        case .doubtful, .hopeless: nil
        }
    }

    /// Whether it may pass by itself, so that a stream without a limit is retried without end.
    package var passesByItself: Bool {
        switch prospect {
        case .passing, .absent: true
        case .doubtful, .hopeless: false
        }
    }
}

extension HTTPAccessError.Reason {
    fileprivate var prospect: FetchFailure.Prospect {
        switch self {
        case .unknownHost, .refused, .unreachable, .connectTimedOut, .noAnswer, .stalled,
            .tookTooLong, .brokenOff, .proxy, .tooManyOpenFiles:
            .passing(retryAfter: nil)
        case .status(let code, let retryAfter):
            switch code {
            case 401, 403: .doubtful(retries: 2)
            case 404, 410: .absent
            case 408, 429, 500...: .passing(retryAfter: retryAfter)
            default: .hopeless
            }
        case .untrusted, .notHTTP:
            .doubtful(retries: 3)
        case .tooLarge, .encoded, .undecodable, .tooManyRedirects, .redirectedAstray,
            .forbiddenAddress, .invalidRequest:
            .hopeless
        }
    }
}
