import MediaTime

/// Reads what the segments of a stream say about themselves, in their order: titles, markers of
/// breaks in ID3 tags and SCTE-35 sections, and what else is in ID3 tags.
package struct SegmentReader: Sendable {
    private var transport = TransportStreamReader()
    /// How many bytes of transport streams were read.
    private var transportByteCount: Int64 = 0
    /// The tags of all segments: stations repeat them.
    private var tagCues = ICYCues()
    private var lastTitle: String?

    /// A time further away is on another clock.
    private static let longestNotice = Duration.seconds(3600)

    package init() {}

    /// Reads a whole segment or a part of it, decrypted. `map` is what a decoder needs before it.
    package mutating func read(_ bytes: [UInt8], map: [UInt8] = []) -> SegmentMetadata {
        var metadata = SegmentMetadata()
        let tags = ID3Tag.tags(in: bytes)
        if !tags.isEmpty {
            let length = tags.reduce(0) { $0 + $1.byteCount }
            metadata.tagByteCount = min(length, bytes.count)
            for tag in tags { take(tag, at: 0, .zero, into: &metadata) }
        } else if TransportStreamReader.isTransportStream(bytes) {
            readTransport(bytes, into: &metadata)
        } else {
            readMessages(bytes, map, into: &metadata)
        }
        return metadata
    }

    private mutating func readTransport(
        _ bytes: [UInt8], into metadata: inout SegmentMetadata
    ) {
        let markers = transport.read(bytes) + transport.endSegment()
        let start = TransportStreamReader.firstAudioTime(
            in: bytes, except: transport.markerStreamIDs)
        for marker in markers {
            let position = min(max(0, Int(marker.offset - transportByteCount)), bytes.count)
            switch marker.content {
            case .splice(let section):
                guard let cue = Self.cue(of: section) else { continue }
                add(cue, Self.offset(of: section.time, from: start), position, to: &metadata)
            case .id3(let data, at: let time):
                let offset = Self.offset(of: time, from: start)
                for tag in ID3Tag.tags(in: data) {
                    take(tag, at: position, offset, into: &metadata)
                }
            }
        }
        transportByteCount += Int64(bytes.count)
    }

    private mutating func readMessages(
        _ bytes: [UInt8], _ map: [UInt8], into metadata: inout SegmentMetadata
    ) {
        for message in EventMessage.messages(in: bytes, map: map) {
            if message.scheme == EventMessage.splices {
                // A damaged section is repeated or lost; the stream goes on.
                guard let section = try? SpliceInfoSection(parsing: message.data),
                    let cue = Self.cue(of: section)
                else { continue }
                add(cue, message.offset, 0, to: &metadata)
            } else if EventMessage.tags.contains(message.scheme) {
                for tag in ID3Tag.tags(in: message.data) {
                    take(tag, at: 0, message.offset, into: &metadata)
                }
            }
        }
    }

    /// How many frames after the first one of the segment the time is, to the nearest frame; `nil`
    /// if that is not known.
    private static func offset(
        of time: PresentationTime?, from start: PresentationTime?
    ) -> FrameTime? {
        guard let time, let start else { return nil }
        let ticks = time.ticks(since: start)
        let limit = Int64(longestNotice.frameCount)
        let seconds = Double(ticks) / Double(PresentationTime.ticksPerSecond)
        let frames = Int64(saturating: (seconds * Double(FrameTime.rate)).rounded())
        return (-limit...limit).contains(frames) ? FrameTime(frames) : nil
    }

    private static func cue(of section: SpliceInfoSection) -> Cue? {
        section.breakSignal.map { Cue($0, at: .zero) }
    }

    /// Takes a tag about what is heard from the frame `offset` of the segment on; `nil` if that is
    /// the audio after its own `position`.
    private mutating func take(
        _ tag: ID3Tag, at position: Int, _ offset: FrameTime?, into metadata: inout SegmentMetadata
    ) {
        let fields = tag.metadata
        if var cue = tagCues.receive(fields, at: .zero) {
            cue.source = .id3
            add(cue, offset, position, to: &metadata)
        }
        guard tag.marker == nil else { return }
        add(tag.reportedFrames, offset, position, to: &metadata)
        guard let title = fields.title, !title.isEmpty, title != lastTitle else { return }
        lastTitle = title
        metadata.titles.append(SegmentMetadata.PositionedText(text: title, byte: position))
    }

    private func add(
        _ frames: [TagFrame], _ offset: FrameTime?, _ position: Int,
        to metadata: inout SegmentMetadata
    ) {
        guard !frames.isEmpty, metadata.tags.count < SegmentMetadata.tagLimit else { return }
        metadata.tags.append(
            SegmentMetadata.PositionedTag(
                frames: frames, offset: offset ?? .zero, byte: offset == nil ? position : 0))
    }

    private func add(
        _ cue: Cue, _ offset: FrameTime?, _ position: Int, to metadata: inout SegmentMetadata
    ) {
        var cue = cue
        if let offset { cue.position = offset }
        metadata.cues.append(
            SegmentMetadata.PositionedCue(cue: cue, byte: offset == nil ? position : 0))
    }
}
