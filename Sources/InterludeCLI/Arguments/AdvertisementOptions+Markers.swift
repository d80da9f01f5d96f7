import AdPlayback
import Advertising
import HTTPAccess
import Interlude

/// The breaks that the stream marks, as the options say.
extension AdvertisementOptions {
    /// Whether anything fills the breaks that the stream marks.
    var fillsBreaks: Bool { !fill.isEmpty || !adTags.isEmpty }

    /// The breaks that the stream marks, and what fills them.
    func readMarkers(
        absent: SpotArgument.Absence = .refused
    ) throws(CommandError) -> StreamMarkers {
        var markers = StreamMarkers()
        markers.carriers = cues.carriers
        if let cueOffset = try readCueOffset() { markers.cueOffset = cueOffset }
        markers.fill = try read(fill.flatMap { $0 }, absent)
        for (tag, content) in try readAdTags().map({ ($0, Self.content(of: $0)) }) {
            if content != .breaks { markers.adTags.append(tag) }
            if content != .ads { markers.adSchedules.append(tag) }
        }
        markers.fallback = try readFallback(
            hasTags: !markers.adTags.isEmpty, absent: absent)
        markers.interval = try readInterval()
        markers.silence = try readSilence()
        markers.nowPlaying = try readNowPlaying()
        markers.earlyEnd = earlyEnd
        markers.overrun = overrun
        markers.preroll = stationPreroll
        markers.adTitles = adTitles.map(\.pattern)
        if let breakLimit { markers.longest = breakLimit.duration }
        return markers
    }

    /// What the options about marked breaks say that cannot work, and what to try; `nil` if there is
    /// nothing. Opens no files.
    var markerContradiction: String? {
        do throws(CommandError) {
            _ = try readCueOffset()
            try checkFallback(hasTags: !adTags.isEmpty)
            _ = try readInterval()
            _ = try readSilence()
            _ = try readNowPlaying()
            return nil
        } catch {
            return error.description
        }
    }

    /// `nil` if none is given.
    private func readCueOffset() throws(CommandError) -> Duration? {
        guard let offset = cueOffset?.duration else { return nil }
        guard StreamMarkers.cueOffsets.contains(offset) else {
            throw CommandError(.usage, "--cue-offset takes a time from -10s to 10s")
        }
        return offset
    }

    /// What is heard before and after the ads of breaks; `nil` for nothing.
    func readBumpers(absent: SpotArgument.Absence) throws(CommandError) -> BreakBumpers? {
        guard bumperIn != nil || bumperOut != nil else { return nil }
        var bumpers = BreakBumpers()
        bumpers.opening = try read([bumperIn].compactMap { $0 }, absent).first
        bumpers.closing = try read([bumperOut].compactMap { $0 }, absent).first
        return bumpers
    }

    /// What is heard in the rest of marked breaks; `nil` for the programme.
    func readSlate(absent: SpotArgument.Absence) throws(CommandError) -> Advertisement? {
        try read([slate].compactMap { $0 }, absent).first
    }

    /// The session leaves an audio file out that is not there, and says so.
    private func read(
        _ spots: [SpotArgument], _ absence: SpotArgument.Absence
    ) throws(CommandError) -> [Advertisement] {
        if absence == .refused { for spot in spots { try spot.requirePresent() } }
        return try SpotArgument.advertisements(of: spots, absent: absence)
    }

    /// The ad tags; a file has to be there.
    private func readAdTags() throws(CommandError) -> [String] {
        var tags: [String] = []
        for place in adTags {
            switch place {
            case .address(let address): tags.append(address)
            case .file(let path):
                try InputFile.require(at: path)
                tags.append(path)
            }
        }
        return tags
    }

    /// What an ad tag has.
    private enum TagContent {
        case ads
        /// A list of breaks.
        case breaks
        /// Neither. Reading it as a list reports that at the start; a marked break may never come.
        case neither
    }

    /// Reads an ad tag that is a file. An address has breaks if `vmap` is in it.
    private static func content(of tag: String) -> TagContent {
        guard !tag.contains("://") else {
            return tag.lowercased().contains("vmap") ? .breaks : .ads
        }
        // try?: the session reports a file that cannot be read.
        guard let data = try? InputFile.read(tag, atMost: VASTDocument.maximumByteCount) else {
            return .neither
        }
        let bytes = Array(data)
        // try?: a list of breaks and an answer exclude each other, and the session reports neither.
        if (try? VMAPDocument(parsing: bytes)) != nil { return .breaks }
        // try?: likewise.
        return (try? VASTDocument(parsing: bytes)) != nil ? .ads : .neither
    }

    /// `hasTags` is whether ad servers are asked for breaks that the stream marks: a break of a list
    /// has no length to fill.
    private func readFallback(
        hasTags: Bool, absent: SpotArgument.Absence
    ) throws(CommandError) -> [Advertisement] {
        try checkFallback(hasTags: hasTags)
        return try read(fallback.flatMap { $0 }, absent)
    }

    private func checkFallback(hasTags: Bool) throws(CommandError) {
        guard fallback.isEmpty || hasTags else {
            throw CommandError(
                .usage,
                "--fallback stands in for ad servers of breaks that the stream marks; name one with "
                    + "--ad-tag, or use --fill")
        }
    }

    private func readInterval() throws(CommandError) -> StreamMarkers.Interval? {
        guard let breakEvery else {
            guard breakLength == nil, breakDistance == nil, breakCatchUp else {
                throw CommandError(
                    .usage,
                    "--break-length, --break-distance and --no-break-catch-up are about --break-every"
                )
            }
            return nil
        }
        guard fillsBreaks else {
            throw CommandError(
                .usage, "--break-every needs spots that fill its breaks: --fill or --ad-tag")
        }
        let interval = StreamMarkers.Interval(
            every: breakEvery.duration, length: breakLength?.duration ?? .seconds(30),
            distance: breakDistance?.duration ?? .zero, catchesUp: breakCatchUp)
        guard interval.length > .zero, interval.length < interval.every else {
            throw CommandError(
                .usage,
                "--break-every has to be longer than the breaks, which last --break-length, "
                    + "30 s if not given")
        }
        return interval
    }

    private func readSilence() throws(CommandError) -> StreamMarkers.Silence? {
        guard let silence else {
            guard silenceLevel == nil, silenceLength == nil else {
                throw CommandError(
                    .usage, "--silence-level and --silence-length are about --silence")
            }
            return nil
        }
        guard silence == .ends || fillsBreaks else {
            throw CommandError(
                .usage, "--silence starts needs spots that fill breaks: --fill or --ad-tag")
        }
        var read = StreamMarkers.Silence(silence, length: silenceLength?.duration)
        if let silenceLevel { read.level = silenceLevel.loudness }
        guard StreamMarkers.Silence.lengths.contains(read.length) else {
            throw CommandError(.usage, "--silence-length takes a time from 0.5s to 10m")
        }
        return read
    }

    private func readNowPlaying() throws(CommandError) -> StreamMarkers.NowPlaying? {
        guard let nowPlaying else {
            guard nowPlayingOffset == nil, nowPlayingEvery == nil else {
                throw CommandError(
                    .usage, "--now-playing-offset and --now-playing-every are about --now-playing")
            }
            return nil
        }
        guard WebAddress(nowPlaying) != nil else {
            throw CommandError(.usage, "--now-playing takes an http or https address")
        }
        guard fillsBreaks else {
            throw CommandError(
                .usage, "--now-playing needs spots that fill its breaks: --fill or --ad-tag")
        }
        var feed = StreamMarkers.NowPlaying(address: nowPlaying)
        if let nowPlayingOffset { feed.offset = nowPlayingOffset.duration }
        if let nowPlayingEvery { feed.every = nowPlayingEvery.duration }
        guard StreamMarkers.NowPlaying.offsets.contains(feed.offset) else {
            throw CommandError(.usage, "--now-playing-offset takes a time from -1h to 1h")
        }
        guard StreamMarkers.NowPlaying.intervals.contains(feed.every) else {
            throw CommandError(.usage, "--now-playing-every takes a time from 1s to 1h")
        }
        return feed
    }

    /// The pushes, with all descriptions read and all spots numbered.
    func readPushes() throws(CommandError) -> [ScheduledArgument<[Advertisement]>] {
        try SpotArgument.advertisements(in: pushes)
    }
}
