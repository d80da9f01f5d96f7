import MediaTime

/// Turns the blocks of an ICY stream into cues.
///
/// Servers repeat a block, and send empty ones: these mean nothing new. A break ends with the next
/// block that has a title which is none of an advertisement; the stated length is only the net.
package struct ICYCues: Sendable {
    /// The last block that had a title or announced an advertisement.
    private var last: ICYMetadata?
    private var isInBreak = false
    /// Where the connection began, until a block came over it; `nil` afterwards.
    private var connection: FrameTime? = .zero

    /// An advertisement that begins this soon on a connection is what the station sends to each
    /// listener who connects, if its block says nothing else.
    private static let reachOfPreroll = 2 * FrameTime.rate

    package init() {}

    /// Begins another connection, whose first byte of audio is at `position`.
    package mutating func beginConnection(at position: FrameTime) { connection = position }

    /// The cue of a block whose next byte of audio is at `position`; `nil` if it means nothing new.
    package mutating func receive(_ block: ICYMetadata, at position: FrameTime) -> Cue? {
        let marker = MetadataMarker(block)
        guard marker != nil || block.title?.isEmpty == false else { return nil }
        let connection = connection.take()
        guard block != last else { return nil }
        last = block
        if case .start(let ad)? = marker {
            isInBreak = true
            let fields = block.fields.filter { $0.key != "StreamTitle" }
                .map { ($0.key, $0.value) }
            var cue = Cue(
                .out(duration: ad.duration ?? ICYAd.usualLength), at: position, source: .icy,
                fields: Dictionary(fields) { first, _ in first })
            let isFirst = connection.map { position - $0 <= Self.reachOfPreroll } ?? false
            cue.insertion = ad.insertion ?? (isFirst ? .preroll : nil)
            return cue
        }
        guard isInBreak || marker == .end else { return nil }
        isInBreak = false
        return Cue(.in, at: position, source: .icy)
    }
}
