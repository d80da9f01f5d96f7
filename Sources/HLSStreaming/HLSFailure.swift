import HLSPlaylists

/// Why an HLS stream cannot be played, whatever is tried.
package enum HLSFailure: Error, Hashable, Sendable {
    /// No variant has audio.
    case noAudio
    /// The segments are encrypted in a way that is not supported, such as `SAMPLE-AES`.
    case encrypted(method: String)
    /// A variant leads to another multivariant playlist.
    case nestedVariants
    /// The playlist cannot be read.
    case playlist(HLSPlaylistError)
    /// The playlist has ended and has no segment to play.
    case empty
    /// An advertisement has to be a recording, and this is a live stream.
    case live
    /// An advertisement has to be one encoding throughout.
    case discontinuous
}

extension HLSFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noAudio:
            "none of its variants has audio; give the address of another stream"
        case .encrypted(let method):
            "its segments are encrypted with \(method), and only AES-128 can be played; "
                + "give the address of a stream without DRM"
        case .nestedVariants:
            "a variant leads to another list of variants; give the address of a media playlist"
        case .playlist(let error): "its playlist cannot be read: \(error)"
        case .live:
            "it has no end, and an advertisement needs one (EXT-X-ENDLIST); name a recording"
        case .discontinuous:
            "its encoding changes inside, which an advertisement's must not; name a recording "
                + "without EXT-X-DISCONTINUITY"
        case .empty: "its playlist has ended without a segment; check the address"
        }
    }
}

/// What a failed load says about another try.
package enum LoadFailure: Hashable, Sendable {
    /// The server has no such resource: 404 or 410.
    case absent
    /// The failure may pass at any time.
    case passing
    /// Another try would fail as well.
    case lasting
}
