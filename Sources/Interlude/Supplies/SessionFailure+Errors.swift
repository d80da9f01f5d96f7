import AudioDecoding
import AudioSinks
import HTTPAccess
import Platform
import StreamFetching

extension SessionFailure {
    /// Why `source` cannot be played, or not any more.
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
    /// What answers can be reached and is understood, where its body is compressed.
    fileprivate init(_ error: HTTPAccessError) {
        if case .encoded = error.reason { self = .unreadable } else { self = .unreachable }
    }

    fileprivate init(_ error: SourceError) {
        switch error {
        case .missing, .unreadable: self = .missing
        case .tooManyOpenFiles: self = .unreachable
        case .notAnAddress, .emptyPlaylist, .oversizedPlaylist, .nestedPlaylists,
            .HLS, .webPage, .oversized, .replaced:
            self = .unreadable
        }
    }
}
