import Advertising

/// The breaks that a stream marks in itself: which markers start breaks, and what fills them.
public struct StreamMarkers: Hashable, Sendable, Codable {
    /// What carries the markers that start and end breaks.
    public var carriers = Carrier.allCases

    /// The spots that fill a break, in turn: each break takes those that fit its length. Empty to
    /// leave the stream as it is.
    ///
    /// The session assigns their ids. A spot without a ``Advertisement/duration`` is loaded once at
    /// the start, to learn its length.
    public var fill: [Advertisement] = []

    /// What becomes of a break that has begun before it can be heard from its start.
    public var joining = Joining.partial

    public init() {}

    /// What carries a marker.
    public enum Carrier: String, Hashable, Sendable, Codable, CaseIterable {
        /// Metadata blocks of an Icecast or SHOUTcast stream.
        case icy
        /// Tags of an HLS playlist.
        case hls
        /// SCTE-35 sections, in the stream or in a playlist.
        case scte35
        /// Timed ID3 tags.
        case id3
    }

    /// What becomes of a break that began before it could be heard: because the listener joined
    /// inside it, or because its marker came late.
    public enum Joining: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is as long as a whole one, from where it is joined.
        case full
        /// What is left of it.
        case partial
        /// None: the next break is the first.
        case none
    }
}
