import PlainText

/// Which of the media files of an ad is heard.
extension VASTMedia {
    /// Whether its audio can be decoded: of a video only its sound is heard.
    package var isPlayable: Bool {
        guard framework == nil else { return false }
        guard let type = type?.lowercased().prefix(while: { $0 != ";" }).trimmed, !type.isEmpty
        else { return true }
        return type.hasPrefix("audio/") || type.hasPrefix("video/") || type == "application/ogg"
    }

    /// What speaks against it: the least is heard. Audio before video, files before streams, and then
    /// the rate that comes nearest to ``bestBitrate``.
    var cost: [Int] {
        let isVideo = type?.lowercased().hasPrefix("video/") == true
        let isStream = delivery?.lowercased() == "streaming"
        let distance = bitrate.map { abs($0 - Self.bestBitrate) }
        return [isVideo ? 1 : 0, isStream ? 1 : 0, distance ?? Self.bestBitrate]
    }

    /// More is not heard, and takes longer to load.
    private static let bestBitrate = 192
}
