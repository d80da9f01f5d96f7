import MediaTime

/// Turns a now-playing feed, which is read again and again, into cues.
///
/// The ads that follow one another in the feed are one break. It lasts until the next entry that is
/// none of an ad; until that is known, it is as long as the ads in it.
package struct NowPlayingCues: Hashable, Sendable {
    /// The breaks of the feed as it was read last.
    private var breaks: [Break] = []

    fileprivate struct Break: Hashable {
        /// The start of its first ad by the clock of the station, which names it.
        var time: Int64
        var begin: FrameTime
        var duration: Duration?
        /// Whether its end is known.
        var isEnded = false
        /// The starts of its ads.
        var ads: Set<Int64>
        var adID: String?
    }

    /// Places that are closer are the same.
    private static let tolerance = FrameTime.rate / 10

    package init() {}

    /// Takes the entries of the feed, the earliest first, and returns the cues that are new.
    package mutating func receive(_ entries: [NowPlayingEntry]) -> [Cue] {
        let found = Self.breaks(in: entries).map(settled)
        let new = found.flatMap { one in cues(of: one) }
        breaks = found
        return new
    }

    /// The breaks that can be heard in a stream that begins with frame 0.
    private static func breaks(in entries: [NowPlayingEntry]) -> [Break] {
        var breaks: [Break] = []
        var isInBreak = false
        for entry in entries {
            if entry.kind == .ad, isInBreak, let last = breaks.indices.last {
                breaks[last].add(entry)
            } else if entry.kind == .ad {
                isInBreak = true
                breaks.append(
                    Break(
                        time: entry.time, begin: entry.position, duration: entry.duration,
                        ads: [entry.time], adID: entry.adID))
            } else if entry.kind.endsBreak, isInBreak, let last = breaks.indices.last {
                isInBreak = false
                breaks[last].end(at: entry)
            }
        }
        return breaks.filter { !$0.isEnded || $0.end.map { $0 > .zero } == true }
    }

    /// The break under the name and at the place by which it is known already. Ads that have left the
    /// feed are no reason for another break.
    private func settled(_ one: Break) -> Break {
        guard let known = breaks.first(where: { !$0.ads.isDisjoint(with: one.ads) }) else {
            return one
        }
        var settled = known
        settled.ads.formUnion(one.ads)
        settled.isEnded = known.isEnded || one.isEnded
        if !known.isEnded, one.time == known.time,
            abs(one.begin - known.begin) > Self.tolerance
        {
            settled.begin = one.begin
        }
        if !known.isEnded, let duration = one.duration {
            settled.duration = .milliseconds(one.time - known.time) + duration
        }
        return settled
    }

    private func cues(of one: Break) -> [Cue] {
        let known = breaks.first { $0.time == one.time }
        var cues: [Cue] = []
        if known?.duration != one.duration || known?.begin != one.begin {
            var fields: [String: String] = [:]
            if let id = one.adID { fields["ad_id"] = id }
            cues.append(
                Cue(
                    id: one.name, .out(duration: one.duration), at: one.begin,
                    source: .nowPlaying, fields: fields))
        }
        if one.isEnded, known?.isEnded != true, let end = one.end {
            cues.append(Cue(id: one.name, .in, at: end, source: .nowPlaying))
        }
        return cues
    }
}

extension NowPlayingCues.Break {
    fileprivate var name: String { "\(time)" }

    fileprivate var end: FrameTime? { duration.map { begin + $0.frameCount } }

    fileprivate mutating func add(_ ad: NowPlayingEntry) {
        ads.insert(ad.time)
        duration = ad.duration.map { .milliseconds(ad.time - time) + $0 }
    }

    fileprivate mutating func end(at entry: NowPlayingEntry) {
        isEnded = true
        duration = .milliseconds(entry.time - time)
    }
}
