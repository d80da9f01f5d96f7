import AudioEncoding
import HLSPlaylists
import MediaTime
import PCMAudio

/// Encodes the mix and writes it to a folder as a live HLS stream. Used on the sink's thread only,
/// except ``note(_:)``.
///
/// While the folder cannot be written, encoding goes on, and each new segment is another try.
final class HLSOutput: BlockOutput, @unchecked Sendable {
    // @unchecked Sendable: all but the queue of breaks belongs to the sink's thread.
    private let folder: HLSFolder
    private var book: HLSBook
    private var packer: HLSPacker
    private var report: @Sendable (SinkReport) -> Void = { _ in }
    private let newBreaks = Guarded([HeardBreak]())

    /// Whether the header of MP4 is in the folder.
    private var hasMap = false
    private var packetCount = 0
    /// The packets that no part or segment has yet.
    private var packets: [[UInt8]] = []
    /// The bytes of the open segment's parts.
    private var segment: [UInt8] = []

    /// Opens the folder of `address`. Throws if it cannot be used, if another program's playlist is
    /// in it, or if this machine lacks the encoder.
    init(_ address: HLSAddress, beginningAt date: WallClockDate) throws(SinkFailure) {
        let folder = try HLSFolder(address.folder)
        var earlier: HLSEarlier?
        if let bytes = try folder.earlierPlaylist() { earlier = try HLSEarlier(parsing: bytes) }
        let packer = try HLSPacker(address)
        let times = HLSTimes(date: date, delay: packer.delay)
        self.folder = folder
        self.packer = packer
        book = HLSBook(address, times, continuing: earlier)
    }

    /// `report` is called on the sink's thread.
    func start(_ report: @escaping @Sendable (SinkReport) -> Void) { self.report = report }

    /// A break has begun, or has ended. Callable from any thread.
    func note(_ heard: HeardBreak) { newBreaks.withLock { $0.append(heard) } }

    func write(_ samples: Span<Float>) throws(SinkFailure) {
        let heard = newBreaks.withLock { heard in
            defer { heard = [] }
            return heard
        }
        for each in heard { book.breaks.note(each) }
        if !heard.isEmpty, !book.isEmpty { writePlaylist() }
        try take(packer.packets(of: samples))
    }

    func close() throws(SinkFailure) {
        for each in newBreaks.withLock({ $0 }) { book.breaks.note(each) }
        try take(packer.finish())
        if !packets.isEmpty || !segment.isEmpty { try endSegment() }
        book.end()
        writePlaylist()
    }

    private func take(_ new: [[UInt8]]) throws(SinkFailure) {
        for packet in new {
            packets.append(packet)
            packetCount += 1
            switch book.cut(after: packetCount - 1) {
            case .nothing: break
            case .part: try endPart(andPlaylist: true)
            case .segment: try endSegment()
            }
        }
    }

    private func endPart(andPlaylist isListed: Bool) throws(SinkFailure) {
        let (part, rest) = try packer.part(
            of: packets, from: packetCount - packets.count, at: book.times)
        packets = []
        segment += segment.isEmpty ? part : rest
        let name = book.partName
        let wasWritten = writeMap() && write(part, to: name)
        book.endPart(with: packetCount - 1, wasWritten: wasWritten)
        if isListed { writePlaylist() }
    }

    private func endSegment() throws(SinkFailure) {
        if book.address.partLength != nil {
            if !packets.isEmpty { try endPart(andPlaylist: false) }
        } else {
            segment = try packer.part(
                of: packets, from: packetCount - packets.count, at: book.times
            ).whole
            packets = []
        }
        let wasWritten = writeMap() && write(segment, to: book.segmentName)
        segment = []
        let old = book.endSegment(with: packetCount - 1, wasWritten: wasWritten)
        writePlaylist()
        // After the playlist that no longer lists them.
        for name in old { folder.remove(name) }
    }
}

// MARK: - The disk

extension HLSOutput {
    private func writeMap() -> Bool {
        guard !hasMap, let map = book.map, let header = packer.initialisation else { return true }
        hasMap = write(header, to: map)
        return hasMap
    }

    private func writePlaylist() {
        guard write(Array(book.playlist.utf8), to: HLSFolder.playlistName) else { return }
        guard book.endsWithSound, let words = book.wrote() else { return }
        report(words)
    }

    /// Returns whether that worked.
    private func write(_ bytes: [UInt8], to name: String) -> Bool {
        do throws(SinkFailure) {
            try folder.write(bytes, to: name)
            return true
        } catch {
            if let words = book.failed(error.description) { report(words) }
            return false
        }
    }
}
