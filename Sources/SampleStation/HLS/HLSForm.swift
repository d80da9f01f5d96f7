import MediaTime

/// The forms of segments in which the station serves HLS.
package enum HLSForm: String, CaseIterable, Codable, Sendable {
    /// AAC in MPEG transport streams.
    case ts

    /// AAC in fragmented MP4.
    case fmp4

    /// Frames of AAC behind an ID3 tag with their time.
    case aac

    /// Frames of MP3, likewise.
    case mp3

    /// The encoding of the programme in its segments.
    package var codec: LiveCodec {
        switch self {
        case .ts, .fmp4, .aac: .aac
        case .mp3: .mp3
        }
    }

    /// The path of its media playlist.
    package var playlistPath: String { "/live-\(rawValue).m3u8" }

    /// The folder of its segments.
    var folder: String { "/hls/\(rawValue)" }

    var fileExtension: String {
        switch self {
        case .ts: "ts"
        case .fmp4: "m4s"
        case .aac: "aac"
        case .mp3: "mp3"
        }
    }

    var contentType: String {
        switch self {
        case .ts: "video/mp2t"
        case .fmp4: "audio/mp4"
        case .aac: "audio/aac"
        case .mp3: "audio/mpeg"
        }
    }

    /// The name of a segment in ``folder``.
    func segmentName(_ number: Int) -> String { "\(number).\(fileExtension)" }

    /// The number of the segment of this name; `nil` for another name.
    func segmentNumber(named name: some StringProtocol) -> Int? {
        guard let number = name.split(separator: ".").first.flatMap({ Int($0) }), number >= 0,
            segmentName(number) == name
        else { return nil }
        return number
    }

    /// The header of fragmented MP4, in ``folder``.
    static let initialisationName = "init.mp4"
}
