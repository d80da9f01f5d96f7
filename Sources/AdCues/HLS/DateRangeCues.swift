import HLSPlaylists
import MediaTime

/// The cues of a playlist's date ranges: SCTE-35 messages, interstitials, and ads that Twitch
/// stitched into its stream.
struct DateRangeCues {
    private(set) var cues: [Cue] = []
    private let playlist: MediaPlaylist
    private let starts: [Duration]
    private let dates: ProgramDates
    /// The index of the cue of each break of Twitch, by its commercial.
    private var commercials: [String: Int] = [:]

    init(_ playlist: MediaPlaylist) {
        self.playlist = playlist
        starts = playlist.starts
        dates = ProgramDates(playlist)
        for range in playlist.dateRanges {
            if let interstitial = Interstitial(range) {
                add(interstitial, range)
            } else if range.className == "twitch-stitched-ad" {
                addStitchedAd(range)
            } else {
                addSections(range)
            }
        }
    }

    /// Where the range starts. In a playlist without dates the place of its tag has to do.
    private func start(of range: DateRange) -> Duration {
        range.start.flatMap(dates.position) ?? starts[min(range.segmentIndex, starts.count - 1)]
    }

    private mutating func add(
        _ id: String?, _ kind: Cue.Kind, at offset: Duration, _ source: Cue.Source,
        _ range: DateRange, _ signal: SpliceInfoSection.BreakSignal? = nil
    ) {
        var fields: [String: String] = [:]
        for entry in range.attributes.entries where entry.name != "ID" {
            fields[entry.name] = entry.value
        }
        var cue = Cue(id: id, kind, at: FrameTime(offset), source: source, fields: fields)
        if let signal { cue.takeNature(from: signal) }
        // The range names its end itself.
        if range.settledDuration != nil { cue.returnsByItself = true }
        cues.append(cue)
    }

    private mutating func add(_ interstitial: Interstitial, _ range: DateRange) {
        var interstitial = interstitial
        var offset = start(of: range)
        if interstitial.triggers.contains(.pre) {
            offset = .zero
        } else if interstitial.triggers.contains(.post) {
            // A live stream has no end that is known.
            guard playlist.hasEnded else { return }
            offset = starts[starts.count - 1]
        } else if interstitial.snap.contains(.out) {
            offset = dates.boundary(closestTo: offset)
        }
        if interstitial.snap.contains(.in) { snapReturn(of: &interstitial, from: offset) }
        add(range.id, .out(duration: interstitial.duration), at: offset, .hls, range)
        cues[cues.count - 1].interstitial = interstitial
    }

    /// Moves the return of an interstitial at `offset` to the boundary of segments that is closest. A
    /// live playlist may not have that boundary yet.
    private func snapReturn(of interstitial: inout Interstitial, from offset: Duration) {
        let most = starts[starts.count - 1]
        guard let rest = interstitial.resumeOffset ?? interstitial.duration,
            playlist.hasEnded || offset + rest < most
        else { return }
        interstitial.resumeOffset = dates.boundary(closestTo: offset + rest) - offset
    }

    /// The ads of one commercial are one break. Each of them names the break's length.
    private mutating func addStitchedAd(_ range: DateRange) {
        let attributes = range.attributes
        let id = attributes["X-TV-TWITCH-AD-COMMERCIAL-ID"] ?? range.id
        let filled = attributes.seconds("X-TV-TWITCH-AD-POD-FILLED-DURATION")
        let own = range.settledDuration
        guard let index = commercials[id] else {
            commercials[id] = cues.count
            add(id, .out(duration: filled ?? own), at: start(of: range), .hls, range)
            return
        }
        guard filled == nil, let own, case .out(let length?) = cues[index].kind else { return }
        cues[index].kind = .out(duration: length + own)
    }

    private mutating func addSections(_ range: DateRange) {
        let attributes = range.attributes
        let start = start(of: range)
        if let out = attributes["SCTE35-OUT"] {
            var length = range.settledDuration ?? range.plannedDuration
            let signal = Self.signal(out)
            if length == nil, case .out(let named)? = signal?.kind { length = named }
            add(range.id, .out(duration: length), at: start, .scte35, range, signal)
        }
        if let end = attributes["SCTE35-IN"] {
            // Its own tag stands about where the break ends, if the range does not name its end.
            let place = starts[min(range.segmentIndex, starts.count - 1)]
            add(
                range.id, .in, at: range.settledDuration.map { start + $0 } ?? place, .scte35,
                range, Self.signal(end))
        }
        if let signal = attributes["SCTE35-CMD"].flatMap(Self.signal) {
            var kind = signal.kind
            if case .out(let named) = kind {
                kind = .out(duration: named ?? range.settledDuration ?? range.plannedDuration)
            }
            add(range.id, kind, at: start, .scte35, range, signal)
        }
    }

    private static func signal(_ text: String) -> SpliceInfoSection.BreakSignal? {
        guard let bytes = SpliceInfoSection.bytes(in: text) else { return nil }
        // A damaged section says nothing; the attribute's name may still say enough.
        return (try? SpliceInfoSection(parsing: bytes))?.breakSignal
    }
}
