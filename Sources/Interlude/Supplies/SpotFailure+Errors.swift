import Advertising
import AudioDecoding
import HTTPAccess
import StreamFetching

extension SpotFailure {
    /// What went wrong when the spot at `place` was loaded.
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
        case .encoded: self = .unsupported
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
