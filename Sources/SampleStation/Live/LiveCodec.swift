/// The encodings in which the station sends its programme.
package enum LiveCodec: String, CaseIterable, Codable, Sendable {
    case mp3
    case aac
    case opus

    /// Where the mount is: `/live.mp3`.
    package var mountPoint: String { "/live.\(rawValue)" }

    var contentType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .aac: "audio/aac"
        case .opus: "audio/ogg"
        }
    }

    /// Whether titles go into the stream as ICY blocks: they would break the pages of Ogg.
    var carriesICY: Bool {
        switch self {
        case .mp3, .aac: true
        case .opus: false
        }
    }
}
