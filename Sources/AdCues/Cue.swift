import MediaTime

/// What one marker says about a break of the stream, whatever carried it.
///
/// A station may announce one break several times, and on several channels: ``CueBook`` finds the
/// breaks in the cues.
package struct Cue: Hashable, Sendable, Codable {
    /// What the marker says.
    package enum Kind: Hashable, Sendable, Codable {
        /// A break begins at the cue's position. The duration is `nil` if the marker names none.
        case out(duration: Duration?)
        /// A break is under way, and began `elapsed` before the cue's position; `nil` if the
        /// marker does not say how much of the break, or how long a break, that is.
        case `continue`(elapsed: Duration?, duration: Duration?)
        /// The break ends at the cue's position.
        case `in`
        /// The break does not take place, or ends at once.
        case cancel
    }

    /// What carried a marker.
    package enum Source: String, Hashable, Sendable, Codable, CaseIterable {
        /// A tag of an HLS playlist.
        case hls
        /// A SCTE-35 section, also one inside a playlist.
        case scte35
        /// An ICY block.
        case icy
        /// A timed ID3 tag.
        case id3
        /// A Vorbis comment of a chained Ogg stream.
        case vorbis
        /// An entry of a now-playing feed.
        case nowPlaying = "now-playing"
        /// Silence in the signal.
        case silence
        /// A rule such as "every 15 minutes".
        case interval
        /// A list of breaks of an ad server (VMAP).
        case adTag = "ad-tag"
    }

    /// The station's name for the break; `nil` if the marker has none.
    package var id: String?
    package var kind: Kind
    /// Where in the stream it takes effect.
    package var position: FrameTime
    package var source: Source
    /// What else the marker says about its ads, under its own names.
    package var fields: [String: String]
    /// Whether the break ends by itself after its duration, as SCTE-35's `auto_return`. Else its end
    /// is marked, and the duration is only a safety net.
    package var returnsByItself = true
    /// Whether the marker is of one ad: inside a break it begins no break of its own, and does not end
    /// it.
    package var isOneAd = false
    /// Where its ad stands in the programme; `nil` if the marker does not say. A preroll is what the
    /// station sends to each listener who connects.
    package var insertion: ICYInsertion?
    /// The media that fill the break, and how the programme goes on after them; `nil` if the marker
    /// names none.
    package var interstitial: Interstitial?

    package init(
        id: String? = nil, _ kind: Kind, at position: FrameTime, source: Source,
        fields: [String: String] = [:]
    ) {
        self.id = id
        self.kind = kind
        self.position = position
        self.source = source
        self.fields = fields
    }
}
