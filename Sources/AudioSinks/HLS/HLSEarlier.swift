import HLSPackaging
import HLSPlaylists
import MediaTime
import PCMAudio

/// The playlist that an earlier session has left in the folder, and that this one continues. A
/// value.
struct HLSEarlier: Hashable {
    var entries: [HLSEntry]
    let mediaSequence: Int
    let discontinuitySequence: Int
    /// In seconds.
    let target: Int

    /// The longest segment that is continued, in seconds.
    private static let longestSegment = 60
    /// The highest number, which no stream reaches.
    private static let highestNumber = 1 << 52

    private static let refusal = SinkFailure(
        "the folder has a live.m3u8 of another program; name another folder, or remove that file")

    /// Reads a playlist. Throws if this sink did not write it.
    init(parsing bytes: [UInt8]) throws(SinkFailure) {
        let playlist: HLSPlaylist
        do throws(HLSPlaylistError) {
            playlist = try HLSPlaylist(parsing: bytes)
        } catch {
            throw Self.refusal
        }
        guard case .media(let list) = playlist else { throw Self.refusal }
        guard (0...Self.highestNumber).contains(list.mediaSequence),
            (0...Self.highestNumber).contains(list.discontinuitySequence)
        else { throw Self.refusal }
        var entries: [HLSEntry] = []
        for (index, segment) in list.segments.enumerated() {
            let number = list.mediaSequence + index
            guard Self.names(of: number).contains(segment.uri), segment.byteRange == nil,
                segment.duration > .zero, segment.duration <= .seconds(Self.longestSegment),
                segment.keys.isEmpty, Self.isMap(segment.map?.uri)
            else { throw Self.refusal }
            entries.append(
                HLSEntry(
                    name: segment.uri, seconds: Self.text(of: segment.duration),
                    date: segment.date?.text, isDiscontinuous: segment.isDiscontinuous,
                    isGap: segment.isGap,
                    map: segment.map?.uri))
        }
        self.entries = entries
        mediaSequence = list.mediaSequence
        discontinuitySequence = list.discontinuitySequence
        let written = list.targetDuration ?? .zero
        target = Int(clamping: written.attoseconds / Duration.seconds(1).attoseconds)
        guard (0...Self.longestSegment).contains(target) else { throw Self.refusal }
    }

    private static func names(of number: Int) -> [String] { ["\(number).m4s", "\(number).aac"] }

    private static func isMap(_ name: String?) -> Bool {
        guard let name else { return true }
        guard name.hasPrefix("init-"), name.hasSuffix(".mp4") else { return false }
        let number = name.dropFirst(5).dropLast(4)
        return Int(number).map { $0 >= 0 && "init-\($0).mp4" == name } ?? false
    }

    private static func text(of duration: Duration) -> String {
        let microsecond = Int128(1_000_000_000_000)
        let count = Int(clamping: (duration.attoseconds + microsecond / 2) / microsecond)
        return SampleSpan(count: count, rate: 1_000_000).decimalSeconds
    }
}
