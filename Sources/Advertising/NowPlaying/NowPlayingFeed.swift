import AdCues
import FoundationEssentials
import MediaTime

/// What a station plays and has played, from a now-playing feed of Triton's streaming service.
package struct NowPlayingFeed: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var kind: TritonCue
        /// By the clock of the station, with the offset of the feed.
        package var start: Date
        /// `nil` if the feed does not say.
        package var duration: Duration?
        /// Empty for sounds of the station, such as jingles and news.
        package var title: String
        package var artist: String?
        /// The advertisement's id.
        package var adID: String?

        package init(
            _ kind: TritonCue, start: Date, duration: Duration? = nil, title: String = "",
            artist: String? = nil, adID: String? = nil
        ) {
            self.kind = kind
            self.start = start
            self.duration = duration
            self.title = title
            self.artist = artist
            self.adID = adID
        }

        /// Whether it is a song. After a break, that is the safe sign that the programme is back:
        /// tracks without a title are sounds of the station.
        package var isSong: Bool { kind == .track && !title.isEmpty }
    }

    /// The earliest first, one for each event.
    package private(set) var entries: [Entry] = []

    package static let maximumByteCount = 1 << 20
    static let maximumEntryCount = 1000
}

extension NowPlayingFeed {
    /// Parses a feed in XML or JSON that came from `address`.
    ///
    /// `offset` is how long after the times of the feed a listener hears the station; it has to be
    /// measured, once for each station. An entry without a usable start is left out.
    package init(
        parsing document: some Sequence<UInt8>, address: String, offset: Duration = .zero
    ) throws(NowPlayingError) {
        do throws(NowPlayingError.Reason) {
            let found = try Self.fields(in: document).prefix(Self.maximumEntryCount)
            entries = Self.inOrder(found.compactMap { Entry($0, offset: offset) })
        } catch {
            throw NowPlayingError(address: address, reason: error)
        }
    }

    /// The entries by their starts, without repetitions. Those of one start keep their order.
    private static func inOrder(_ entries: [Entry]) -> [Entry] {
        let sorted = entries.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        var seen: Set<Entry> = []
        return sorted.map(\.element).filter { seen.insert($0).inserted }
    }
}

extension NowPlayingFeed.Entry {
    /// Milliseconds since 1970 that are a time of a feed: from 1973 to 2100.
    private static let times = 100_000_000_000.0...4_102_444_800_000.0

    /// Reads the properties of an event; `nil` if it has no kind or no usable start.
    fileprivate init?(_ fields: [String: String], offset: Duration) {
        guard let type = fields["cue_type"] ?? fields["type"] ?? fields["name"],
            let milliseconds = Self.milliseconds(fields)
        else { return nil }
        self.init(
            TritonCue(cueType: type, adType: fields["ad_type"]),
            start: Date(timeIntervalSince1970: milliseconds / 1000 + offset.inSeconds),
            duration: fields["cue_time_duration"].flatMap(TritonCue.duration),
            title: fields["cue_title"] ?? "", artist: fields["track_artist_name"],
            adID: fields["ad_id"])
    }

    /// The start in milliseconds. Where the event has none, the entry's own time in seconds counts.
    private static func milliseconds(_ fields: [String: String]) -> Double? {
        let start = fields["cue_time_start"].flatMap { Double($0) }
        if let start, times.contains(start) { return start }
        guard let timestamp = fields["timestamp"].flatMap({ Double($0) }),
            times.contains(timestamp * 1000)
        else { return nil }
        return timestamp * 1000
    }
}
