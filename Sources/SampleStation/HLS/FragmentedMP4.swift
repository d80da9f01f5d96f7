import HLSPackaging
import MediaTime

/// Writes AAC as fragmented MP4 (ISO/IEC 14496-12 and 14496-14): a header, and segments.
package struct FragmentedMP4: Sendable {
    private let programme: SegmentedProgramme
    private let markers: StreamMarkers
    private let header: ADTSFrameHeader

    private static let trackID: UInt32 = 1

    /// `nil` if the programme's frames cannot be samples of MP4.
    package init?(_ programme: SegmentedProgramme, markers: StreamMarkers) {
        guard let header = ADTSFrameHeader(at: 0, in: programme.programme.bytes(of: 0)),
            header.sampleCount == Self.blockSampleCount
        else { return nil }
        self.programme = programme
        self.markers = markers
        self.header = header
    }

    /// A frame with more has several blocks, each of which would have to be a sample.
    private static let blockSampleCount = 1024

    private var samplesPerFrame: UInt32 { UInt32(header.sampleCount) }

    /// What a player reads before the first segment.
    package var initialisation: [UInt8] {
        Box("ftyp", text: "iso6", [0, 0, 0, 0], text: "iso6mp41").bytes
            + Box(
                "moov", movieHeader, Box("trak", trackHeader, media),
                Box(
                    "mvex",
                    Box(full: "trex", [Self.trackID, 1, samplesPerFrame, 0, Self.isSync]))
            ).bytes
    }

    /// The flags of samples with which a decoder can begin.
    private static let isSync: UInt32 = 0x0200_0000

    /// The bytes of a segment: a fragment, after its markers.
    package func segment(_ number: Int) -> [UInt8] {
        let frames = programme.frames(of: number).map { frame in
            programme.programme.bytes(of: frame).dropFirst(header.headerByteCount)
        }
        let first = programme.mediaTime(of: programme.firstFrame(of: number))
        let sizes = frames.map { UInt32($0.count) }
        // The offset of the audio from the fragment's first byte is known once that is written.
        let length = fragment(number, first, sizes, dataOffset: 0).bytes.count
        let dataOffset = UInt32(length + Box.headerByteCount)
        return Box("styp", text: "msdh", [0, 0, 0, 0], text: "msdhiso6").bytes
            + markers.markers(of: number).flatMap { message($0).bytes }
            + fragment(number, first, sizes, dataOffset: dataOffset).bytes
            + Box("mdat", Array(frames.joined())).bytes
    }

    private func fragment(
        _ number: Int, _ start: MediaTimestamp, _ sizes: [UInt32], dataOffset: UInt32
    ) -> Box {
        let (baseIsFragment, hasOffset, hasSizes): (UInt32, UInt32, UInt32) = (0x2_0000, 1, 0x200)
        var time: [UInt8] = []
        time.append(bigEndian: UInt64(start.samples))
        return Box(
            "moof", Box(full: "mfhd", [UInt32(truncatingIfNeeded: number + 1)]),
            Box(
                "traf", Box(full: "tfhd", flags: baseIsFragment, [Self.trackID]),
                Box(full: "tfdt", version: 1, [], time),
                Box(
                    full: "trun", flags: hasOffset | hasSizes,
                    [UInt32(sizes.count), dataOffset] + sizes)))
    }

    /// A marker as an event message (ISO/IEC 23009-1, 5.10.3.3).
    private func message(_ marker: StreamMarker) -> Box {
        let (scheme, data) =
            switch marker.content {
            case .id3(let tag): ("https://aomedia.org/emsg/ID3", tag)
            case .splice(let section): ("urn:scte:scte35:2013:bin", section)
            }
        var content: [UInt8] = []
        content.append(bigEndian: UInt32(marker.time.rate))
        content.append(bigEndian: UInt64(marker.time.samples))
        content.append(bigEndian: UInt32.max)
        content.append(bigEndian: UInt32(truncatingIfNeeded: marker.packetsBefore))
        content += Array(scheme.utf8) + [0, 0] + data
        return Box(full: "emsg", version: 1, [], content)
    }
}

extension FragmentedMP4 {
    private var rate: UInt32 { UInt32(programme.timeline.sampleRate) }

    private static let matrix: [UInt32] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]

    private var movieHeader: Box {
        Box(
            full: "mvhd",
            [0, 0, rate, 0, 0x1_0000, 0x0100_0000, 0, 0] + Self.matrix
                + [0, 0, 0, 0, 0, 0, Self.trackID + 1])
    }

    private var trackHeader: Box {
        let isEnabledAndUsed: UInt32 = 7
        return Box(
            full: "tkhd", flags: isEnabledAndUsed,
            [0, 0, Self.trackID, 0, 0, 0, 0, 0, 0x0100_0000] + Self.matrix + [0, 0])
    }

    private var media: Box {
        let undetermined: UInt32 = 0x55c4_0000
        let references = Box(
            full: "dref", [1], Box(full: "url ", flags: 1, []).bytes)
        let tables = Box(
            "stbl", Box(full: "stsd", [1], sampleEntry.bytes), Box(full: "stts", [0]),
            Box(full: "stsc", [0]), Box(full: "stsz", [0, 0]), Box(full: "stco", [0]))
        return Box(
            "mdia", Box(full: "mdhd", [0, 0, rate, 0, undetermined]),
            Box(full: "hdlr", [0], Array("soun".utf8) + [UInt8](repeating: 0, count: 13)),
            Box("minf", Box(full: "smhd", [0]), Box("dinf", references), tables))
    }

    private var sampleEntry: Box {
        let channels = UInt16(header.channelConfiguration == 7 ? 8 : header.channelConfiguration)
        var content: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        for number: UInt16 in [channels, 16, 0, 0] { content.append(bigEndian: number) }
        content.append(bigEndian: rate << 16)
        return Box("mp4a", content + Box(full: "esds", [], elementaryStream).bytes)
    }

    /// The descriptors of ISO/IEC 14496-1, 7.2.6.
    private var elementaryStream: [UInt8] {
        let configuration = Self.descriptor(
            5,
            [
                UInt8(header.objectType << 3 | header.sampleRateIndex >> 1),
                UInt8(header.sampleRateIndex & 1) << 7 | UInt8(header.channelConfiguration) << 3,
            ])
        let (isAAC, isAudio): (UInt8, UInt8) = (0x40, 0x15)
        var decoder: [UInt8] = [isAAC, isAudio, 0, 0, 0]
        let bitRate = UInt32(programme.timeline.bitRate)
        decoder.append(bigEndian: bitRate)
        decoder.append(bigEndian: bitRate)
        let id: [UInt8] = [0, 1, 0]
        return Self.descriptor(
            3, id + Self.descriptor(4, decoder + configuration) + Self.descriptor(6, [2]))
    }

    /// Fewer than 128 bytes.
    private static func descriptor(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, UInt8(content.count)] + content
    }
}

/// A box of MP4.
private struct Box {
    let bytes: [UInt8]

    static let headerByteCount = 8

    init(_ type: String, _ content: [UInt8]) {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt32(Self.headerByteCount + content.count))
        self.bytes = bytes + type.utf8 + content
    }

    init(_ type: String, _ contents: Box...) {
        self.init(type, contents.flatMap(\.bytes))
    }

    init(_ type: String, text: String, _ number: [UInt8], text more: String) {
        self.init(type, Array(text.utf8) + number + Array(more.utf8))
    }

    /// A box with a version, flags, numbers of 32 bits, and other content.
    init(
        full type: String, version: UInt8 = 0, flags: UInt32 = 0, _ numbers: [UInt32],
        _ content: [UInt8] = []
    ) {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt32(version) << 24 | flags)
        for number in numbers { bytes.append(bigEndian: number) }
        self.init(type, bytes + content)
    }
}
