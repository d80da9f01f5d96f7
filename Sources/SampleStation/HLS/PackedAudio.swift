import HLSPackaging

/// Writes segments of packed audio: the frames as they are, after an ID3 tag with the time of the
/// first of them (RFC 8216, 3.4).
package struct PackedAudio: Sendable {
    private let programme: SegmentedProgramme
    private let markers: StreamMarkers

    package init(_ programme: SegmentedProgramme, markers: StreamMarkers) {
        self.programme = programme
        self.markers = markers
    }

    /// The bytes of a segment. Timed ID3 is a tag of its own behind the first; other markers have
    /// no place in packed audio.
    package func segment(_ number: Int) -> [UInt8] {
        var time = ID3Writer()
        time.addTimestamp(programme.mediaTime(of: programme.firstFrame(of: number)))
        let tags = markers.markers(of: number).compactMap { marker in
            if case .id3(let tag) = marker.content { tag } else { nil }
        }
        return time.tag + tags.joined()
            + programme.frames(of: number).flatMap { programme.programme.bytes(of: $0) }
    }
}
