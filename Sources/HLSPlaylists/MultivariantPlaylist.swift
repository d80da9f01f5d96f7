/// A playlist of the playlists that hold one programme in several encodings.
package struct MultivariantPlaylist: Hashable, Sendable {
    package var version: Int?
    package var variants: [Variant] = []
    package var iFrameVariants: [Variant] = []
    package var renditions: [Rendition] = []
    package var sessionData: [AttributeList] = []
    package var sessionKeys: [EncryptionKey] = []
    /// Noted; Interlude does not follow content steering.
    package var contentSteering: AttributeList?
    package var hasIndependentSegments = false
    package var start: StartPoint?
    /// What `EXT-X-DEFINE` defines, which media playlists may import.
    package var variables: [String: String] = [:]

    package init() {}
}

/// One encoding of the programme (`EXT-X-STREAM-INF`).
package struct Variant: Hashable, Sendable {
    package var uri: String
    /// The peak in bits per second; `nil` if the playlist does not say.
    package var bandwidth: Int?
    package var averageBandwidth: Int?
    /// The codecs as RFC 6381 has them, separated by commas.
    package var codecs: String?
    /// The group of the audio renditions that belong to it.
    package var audioGroup: String?
    package var attributes: AttributeList
}

/// An alternative of a variant's audio, video or subtitles (`EXT-X-MEDIA`).
package struct Rendition: Hashable, Sendable {
    package var type: String
    package var group: String
    package var name: String
    package var language: String?
    /// `nil` if the media is in the variant itself.
    package var uri: String?
    package var isDefault: Bool
    package var isAutoselected: Bool
    package var attributes: AttributeList
}
