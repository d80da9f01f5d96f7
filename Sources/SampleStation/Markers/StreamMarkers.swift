import HLSPackaging
import MediaTime

/// A marker in the media of a segment.
struct StreamMarker: Sendable {
    enum Content: Sendable {
        case id3([UInt8])
        case splice([UInt8])
    }

    var content: Content

    /// When it applies.
    var time: MediaTimestamp

    /// The number of packets of its kind before it in a transport stream.
    var packetsBefore: Int
}

/// The markers in the media of segments: timed ID3, and SCTE-35 sections.
package struct StreamMarkers: Sendable {
    private let programme: SegmentedProgramme
    let carriesID3: Bool
    let carriesSplices: Bool

    package init(_ dialects: [MarkerDialect], in programme: SegmentedProgramme) {
        self.programme = programme
        let hasBreaks = programme.grid.breaks != nil
        carriesID3 = hasBreaks && dialects.contains(.id3)
        carriesSplices = hasBreaks && dialects.contains(.scte35)
    }

    /// The markers that the segment begins with, in their order.
    ///
    /// A break is announced by SCTE-35 in the segment before, and again with its first frame.
    func markers(of segment: Int) -> [StreamMarker] {
        switch programme.grid.relation(of: segment) {
        case .none, .continues: []
        case .precedes(let number): splice(.announcement, of: number)
        case .begins(let number): splice(.start, of: number) + id3(.start, of: number)
        case .follows(let number, let precedesNext):
            splice(.end, of: number) + id3(.end, of: number)
                + (precedesNext ? splice(.announcement, of: number + 1) : [])
        }
    }

    private enum Moment: Int {
        case announcement
        case start
        case end
    }

    private func splice(_ moment: Moment, of number: Int) -> [StreamMarker] {
        guard carriesSplices else { return [] }
        let time = time(moment, of: number)
        let duration = moment == .end ? nil : programme.duration(ofBreak: number).ticks
        let section = SpliceSection.insert(
            event: UInt32(truncatingIfNeeded: number), at: time.ticks, duration: duration)
        return [
            StreamMarker(
                content: .splice(section.bytes), time: time,
                packetsBefore: (number - 1) * 3 + moment.rawValue)
        ]
    }

    private func id3(_ moment: Moment, of number: Int) -> [StreamMarker] {
        guard carriesID3, let breaks = programme.grid.breaks else { return [] }
        let tags = (start: AdTag.start(of: number, breaks.length), end: AdTag.end)
        let counts = [tags.start, tags.end].map {
            TransportPackets.count(
                of: PESPacket.headerByteCount + $0.count, hasClock: false)
        }
        let isStart = moment == .start
        return [
            StreamMarker(
                content: .id3(isStart ? tags.start : tags.end), time: time(moment, of: number),
                packetsBefore: (number - 1) * (counts[0] + counts[1]) + (isStart ? 0 : counts[0]))
        ]
    }

    private func time(_ moment: Moment, of number: Int) -> MediaTimestamp {
        let segment =
            switch moment {
            case .announcement, .start: programme.grid.firstSegment(of: number)
            case .end: programme.grid.segmentAfter(number)
            }
        return programme.mediaTime(of: programme.firstFrame(of: segment))
    }
}

/// The ID3 tags of a break. They are of one length for all breaks.
private enum AdTag {
    static func start(of number: Int, _ length: Duration) -> [UInt8] {
        var writer = ID3Writer()
        for field in AdFields(of: number, length).fields { writer.addField(field.0, field.1) }
        return writer.tag
    }

    static let end: [UInt8] = {
        var writer = ID3Writer()
        writer.addTitle(AdTitle.end)
        return writer.tag
    }()
}
