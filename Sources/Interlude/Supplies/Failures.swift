import Advertising
import AudioDecoding
import AudioSinks
import HTTPAccess
import Platform
import StreamFetching

extension SessionFailure {
    /// Converts the error of the stream `source`.
    init(_ error: any Error, of source: String) {
        switch error {
        case let error as SessionFailure: self = error
        case let error as SourceError: self.init(Kind(error), error.description)
        case DecodingError.reading(let failure): self.init(failure.error, of: source)
        case DecodingError.noDecoders(let reason): self.init(.unreachable, reason)
        case let error as DecodingError: self.init(.unreadable, "\(source): \(error)")
        case let error as HTTPAccessError: self.init(Kind(error), error.description)
        case let error as FetchFailure:
            switch error {
            case .source(let error): self.init(Kind(error), error.description)
            case .abandoned: self.init(.unreadable, error.description)
            case .access(let access): self.init(Kind(access), error.description)
            case .ended, .short: self.init(.unreachable, error.description)
            }
        case let error as ThreadFailure: self.init(.unreachable, error.description)
        default: self.init(.unreadable, "\(source): \(error)")
        }
    }
}

extension SessionFailure.Kind {
    /// An answer with a compressed body was reachable, but cannot be read.
    fileprivate init(_ error: HTTPAccessError) {
        switch error.reason {
        case .encoded, .undecodable: self = .unreadable
        default: self = .unreachable
        }
    }

    fileprivate init(_ error: SourceError) {
        switch error {
        case .missing, .folder, .unreadable: self = .missing
        case .tooManyOpenFiles, .unstorable: self = .unreachable
        case .notAnAddress, .emptyPlaylist, .oversizedPlaylist, .nestedPlaylists,
            .HLS, .localHLS, .undecryptable, .webPage, .oversized, .replaced, .changed, .unseekable:
            self = .unreadable
        }
    }
}

extension SpotFailure {
    /// Converts the error of the spot at `place`.
    init(_ error: any Error, of place: String) {
        switch error {
        case let error as DecodingError:
            self.init(Reason(error), "\(place): \(error)")
        case let error as HTTPAccessError:
            self.init(Reason(error.reason), error.description)
        case let error as SourceError:
            self.init(Reason(error), error.description)
        default:
            self.init(.other, "\(place): \(error)")
        }
    }
}

extension SpotFailure.Reason {
    fileprivate init(_ error: DecodingError) {
        switch error {
        case .empty, .damagedHeader, .noAudioStream, .noise, .soundless,
            .noSound, .reading, .cancelled:
            self = .undecodable
        case .noDecoders, .notAudio, .unrecognised, .unsupportedContainer, .unsupportedCodec,
            .unreadableCodec:
            self = .unsupported
        case .tooLong, .overBudget: self = .overran
        }
    }

    fileprivate init(_ reason: HTTPAccessError.Reason) {
        switch reason {
        case .connectTimedOut, .noAnswer: self = .connectTimeout
        case .stalled: self = .stalled
        case .tookTooLong: self = .loadTimeout
        case .invalidRequest, .forbiddenAddress: self = .badAddress
        case .tooLarge: self = .overran
        case .encoded, .undecodable: self = .unsupported
        case .unknownHost, .refused, .unreachable, .brokenOff, .proxy, .status, .untrusted,
            .notHTTP, .tooManyOpenFiles, .tooManyRedirects, .redirectedAstray:
            self = .notFound
        }
    }

    fileprivate init(_ error: SourceError) {
        switch error {
        case .notAnAddress: self = .badAddress
        case .oversized: self = .overran
        default: self = .notFound
        }
    }
}
