import MediaTime
import PCMAudio

/// Decides where segments and parts end, what the playlist lists, and which files go. A value.
///
/// The shell tells which packets it has and which files it has written. A segment or a part that
/// could not be written is listed as a gap, so that the times of all others stay as they are.
struct HLSBook: Hashable {
    let address: HLSAddress
    let times: HLSTimes
    /// The file with the header of MP4; `nil` for packed audio.
    let map: String?
    /// The number of the next segment.
    private(set) var nextNumber: Int
    private(set) var entries: [HLSEntry] = []
    private(set) var discontinuitySequence: Int
    private(set) var openParts: [HLSStretch] = []
    private(set) var isLost = false
    var breaks = HLSBreaks()
    let target: Int
    let tags: HLSBreakTags

    /// Whether the next segment does not continue the one before it.
    private var isDiscontinuous: Bool
    /// The first packet of the open segment.
    private var firstPacket = 0
    /// The packets of the open segment that have a part.
    private var partedCount = 0
    private var hasEnded = false
    /// Files that players may still load, with the segment after which they left the playlist.
    private var retired: [Retired] = []

    private struct Retired: Hashable {
        var names: [String]
        var map: String?
        var after: Int
    }

    init(_ address: HLSAddress, _ times: HLSTimes, continuing earlier: HLSEarlier?) {
        self.address = address
        self.times = times
        let next = earlier.map { $0.mediaSequence + $0.entries.count } ?? 0
        nextNumber = next
        map = Self.map(of: address, from: next)
        discontinuitySequence = earlier?.discontinuitySequence ?? 0
        isDiscontinuous = !(earlier?.entries.isEmpty ?? true)
        let rate = AudioFormat.pipeline.sampleRate
        let own = (address.segmentLength * HLSAddress.packetLength + rate / 2) / rate
        target = max(1, own, earlier?.target ?? 0)
        tags = HLSBreakTags(times: times, session: "\(next)")
        entries = earlier?.entries ?? []
        // A header of MP4 holds for all segments that follow it, so both forms cannot be listed.
        let isOtherForm = entries.contains { ($0.map == nil) != (map == nil) }
        trim(to: isOtherForm ? 0 : address.segmentCount)
    }

    /// The name of the header of MP4 of a session that begins with segment `number`.
    static func map(of address: HLSAddress, from number: Int) -> String? {
        address.form == .fmp4 ? "init-\(number).mp4" : nil
    }

    // MARK: Cuts

    /// What is complete with packet `packet`, which is the next one.
    enum Cut: Hashable {
        case nothing
        case part
        /// The last part too, if there are parts.
        case segment
    }

    func cut(after packet: Int) -> Cut {
        let count = packet + 1 - firstPacket
        if count >= address.segmentLength { return .segment }
        guard let length = address.partLength else { return .nothing }
        return count - partedCount >= length ? .part : .nothing
    }

    /// The name of the next part of the open segment.
    var partName: String {
        "\(nextNumber).\(openParts.count).\(address.form.fileExtension)"
    }

    /// The name of the open segment.
    var segmentName: String { "\(nextNumber).\(address.form.fileExtension)" }

    /// The part up to packet `packet` is complete.
    mutating func endPart(with packet: Int, wasWritten: Bool) {
        let count = packet + 1 - firstPacket - partedCount
        openParts.append(
            HLSStretch(
                name: partName, length: count * HLSAddress.packetLength, isGap: !wasWritten))
        partedCount += count
    }

    /// The segment up to packet `packet` is complete. Returns the files to delete.
    mutating func endSegment(with packet: Int, wasWritten: Bool) -> [String] {
        let length = (packet + 1 - firstPacket) * HLSAddress.packetLength
        let stretch = HLSStretch(name: segmentName, length: length, isGap: !wasWritten)
        let start = times.frame(ofPacket: firstPacket)
        entries.append(
            HLSEntry(
                name: stretch.name, seconds: stretch.seconds, date: times.date(of: start),
                isDiscontinuous: isDiscontinuous, isGap: stretch.isGap, map: map, start: start,
                parts: openParts))
        isDiscontinuous = false
        firstPacket = packet + 1
        partedCount = 0
        openParts = []
        nextNumber += 1
        trim(to: address.segmentCount)
        return takeUnneeded()
    }

    // MARK: What leaves

    /// The playlist keeps the last `count` segments.
    private mutating func trim(to count: Int) {
        while entries.count > count {
            let entry = entries.removeFirst()
            if entry.isDiscontinuous { discontinuitySequence += 1 }
            retired.append(
                Retired(
                    names: [entry.name] + entry.parts.map(\.name), map: entry.map,
                    after: nextNumber))
        }
        breaks.forget(before: firstListedFrame)
    }

    /// The output frame with which the session's part of the playlist begins.
    private var firstListedFrame: FrameTime {
        entries.lazy.compactMap(\.start).first ?? times.frame(ofPacket: firstPacket)
    }

    /// The files that no player loads any more: the playlist that lists them was replaced a
    /// playlist's length and a segment ago (RFC 8216, 6.2.2).
    private mutating func takeUnneeded() -> [String] {
        let margin = address.segmentCount + 1
        let due = retired.prefix { nextNumber - $0.after >= margin }
        retired.removeFirst(due.count)
        let kept = Set(entries.map(\.map) + retired.map(\.map) + [map])
        let maps = Set(due.compactMap(\.map)).filter { !kept.contains($0) }
        return due.flatMap(\.names) + maps.sorted()
    }

    // MARK: The disk

    /// Whether there is nothing to list.
    var isEmpty: Bool { entries.isEmpty && openParts.isEmpty }

    /// Whether the newest part or segment was written.
    var endsWithSound: Bool {
        !(openParts.last?.isGap ?? entries.last?.isGap ?? false)
    }

    /// A file could not be written. Returns what is reported of it.
    mutating func failed(_ reason: String) -> SinkReport? {
        defer { isLost = true }
        return isLost ? nil : .listenersLost(reason: reason)
    }

    /// The playlist was written. Returns what is reported of it.
    mutating func wrote() -> SinkReport? {
        defer { isLost = false }
        return isLost ? .listenersBack : nil
    }

    /// Nothing follows.
    mutating func end() { hasEnded = true }
}

// MARK: - The playlist

extension HLSBook {
    var playlist: String {
        let isLowDelay = address.partLength != nil && !hasEnded
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-TARGETDURATION:\(target)",
            "#EXT-X-INDEPENDENT-SEGMENTS",
        ]
        if isLowDelay { lines += partHeader }
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(nextNumber - entries.count)")
        if discontinuitySequence > 0 {
            lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuitySequence)")
        }
        lines += breaks.listed.flatMap { tags.tags(of: $0.heard, number: $0.number) }
        var writtenMap: String?
        for (index, entry) in entries.enumerated() {
            lines += Self.beginning(
                isDiscontinuous: entry.isDiscontinuous, date: entry.date, map: entry.map,
                after: &writtenMap)
            // Players need the parts of the last three segments (draft-pantos-hls-rfc8216bis,
            // 4.4.4.9).
            if isLowDelay, index >= entries.count - 3 { lines += entry.parts.map(Self.part) }
            if entry.isGap { lines.append("#EXT-X-GAP") }
            lines += ["#EXTINF:\(entry.seconds),", entry.name]
        }
        if isLowDelay { lines += openTail(after: &writtenMap) }
        if hasEnded { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Gaps came with version 8, `EXT-X-MAP` for audio with version 6.
    private var version: Int { entries.contains(where: \.isGap) ? 8 : map == nil ? 3 : 6 }

    /// Three parts behind the end, which is the least.
    private var partHeader: [String] {
        guard let length = address.partLength else { return [] }
        let target = HLSStretch(name: "", length: length * HLSAddress.packetLength)
        let holdBack = HLSStretch(name: "", length: 3 * target.length)
        return [
            "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=\(holdBack.seconds)",
            "#EXT-X-PART-INF:PART-TARGET=\(target.seconds)",
        ]
    }

    private func openTail(after writtenMap: inout String?) -> [String] {
        let date = times.date(of: times.frame(ofPacket: firstPacket))
        return Self.beginning(
            isDiscontinuous: isDiscontinuous, date: date, map: map, after: &writtenMap)
            + openParts.map(Self.part)
            + ["#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(partName)\""]
    }

    private static func beginning(
        isDiscontinuous: Bool, date: String?, map: String?, after writtenMap: inout String?
    ) -> [String] {
        var lines = isDiscontinuous ? ["#EXT-X-DISCONTINUITY"] : []
        if let map, map != writtenMap { lines.append("#EXT-X-MAP:URI=\"\(map)\"") }
        writtenMap = map
        if let date { lines.append("#EXT-X-PROGRAM-DATE-TIME:\(date)") }
        return lines
    }

    private static func part(_ part: HLSStretch) -> String {
        "#EXT-X-PART:DURATION=\(part.seconds),URI=\"\(part.name)\",INDEPENDENT=YES"
            + (part.isGap ? ",GAP=YES" : "")
    }
}
