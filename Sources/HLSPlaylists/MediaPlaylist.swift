import MediaTime

/// A playlist of segments.
package struct MediaPlaylist: Hashable, Sendable {
    package var version: Int?
    /// No segment is longer, rounded to seconds; `nil` if the playlist does not say.
    package var targetDuration: Duration?
    /// The number of the first segment.
    package var mediaSequence = 0
    /// The number of discontinuities before the first segment.
    package var discontinuitySequence = 0
    package var type: PlaylistType?
    /// Nothing will be added.
    package var hasEnded = false
    package var isIFramesOnly = false
    package var hasIndependentSegments = false
    package var start: StartPoint?
    package var serverControl = ServerControl()
    package var partTargetDuration: Duration?
    package var segments: [MediaSegment] = []
    /// The parts of the segment that is not complete yet.
    package var openParts: [PartialSegment] = []
    /// The other tags after the last segment.
    package var openTags: [OtherTag] = []
    /// Whether the next segment begins with a discontinuity.
    package var opensWithDiscontinuity = false
    package var preloadHints: [PreloadHint] = []
    package var renditionReports: [RenditionReport] = []
    package var dateRanges: [DateRange] = []
    /// What a delta update leaves out; `nil` if this playlist is whole.
    package var skip: SkippedSegments?
    package var variables: [String: String] = [:]

    package enum PlaylistType: String, Hashable, Sendable {
        /// Segments are only added.
        case event = "EVENT"
        /// Nothing changes.
        case recorded = "VOD"
    }

    package init() {}

    /// Where each segment begins after the beginning of the first, and, as the last element, where
    /// the last one ends.
    package var starts: [Duration] {
        var times = [Duration.zero]
        times.reserveCapacity(segments.count + 1)
        for segment in segments { times.append(times[times.count - 1] + segment.duration) }
        return times
    }
}

/// Where playback begins (`EXT-X-START`).
package struct StartPoint: Hashable, Sendable {
    /// After the beginning, or, if negative, before the end.
    package var offset: Duration
    /// Whether what lies before the offset in its segment is left out.
    package var isPrecise: Bool
}

/// What the server offers to a client that reloads (`EXT-X-SERVER-CONTROL`).
package struct ServerControl: Hashable, Sendable {
    package var canBlockReload = false
    /// Segments older than this may be left out of a delta update; `nil` if there are none.
    package var canSkipUntil: Duration?
    package var canSkipDateRanges = false
    /// The least distance from the end at which to play; `nil` for three target durations.
    package var holdBack: Duration?
    package var partHoldBack: Duration?
}

/// A resource that the server will soon have (`EXT-X-PRELOAD-HINT`).
package struct PreloadHint: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case part = "PART"
        case map = "MAP"
    }

    package var kind: Kind
    package var uri: String
    package var offset: Int
    /// `nil` for all bytes up to the end.
    package var length: Int?
}

/// How far another rendition is (`EXT-X-RENDITION-REPORT`).
package struct RenditionReport: Hashable, Sendable {
    package var uri: String
    package var lastMediaSequence: Int?
    package var lastPart: Int?
}

/// What a delta update leaves out (`EXT-X-SKIP`).
package struct SkippedSegments: Hashable, Sendable {
    package var count: Int
    /// The ids of date ranges that are no longer in the playlist; `nil` if the update has all date
    /// ranges itself.
    package var removedDateRanges: [String]?
    /// How many segments of the update stand before its first `EXT-X-KEY`: the keys of the last
    /// skipped segment hold for them.
    package var unkeyedCount = 0
    /// The same for `EXT-X-MAP`.
    package var unmappedCount = 0
}
