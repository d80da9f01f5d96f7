/// Writes the segments of one form.
package enum SegmentWriter: Sendable {
    case transportStream(TransportStreamWriter)
    case fragmentedMP4(FragmentedMP4)
    case packedAudio(PackedAudio)

    /// `nil` if the programme cannot be written in this form.
    package init?(_ form: HLSForm, of programme: SegmentedProgramme, markers: [MarkerDialect]) {
        let markers = StreamMarkers(markers, in: programme)
        switch form {
        case .ts: self = .transportStream(TransportStreamWriter(programme, markers: markers))
        case .fmp4:
            guard let writer = FragmentedMP4(programme, markers: markers) else { return nil }
            self = .fragmentedMP4(writer)
        case .aac, .mp3: self = .packedAudio(PackedAudio(programme, markers: markers))
        }
    }

    /// The bytes of a segment, the same whenever it is requested.
    package func segment(_ number: Int) -> [UInt8] {
        switch self {
        case .transportStream(let writer): writer.segment(number)
        case .fragmentedMP4(let writer): writer.segment(number)
        case .packedAudio(let writer): writer.segment(number)
        }
    }

    /// What a player reads before the first segment; `nil` for forms without.
    package var initialisation: [UInt8]? {
        switch self {
        case .fragmentedMP4(let writer): writer.initialisation
        case .transportStream, .packedAudio: nil
        }
    }
}
