import MediaTime

/// Turns the blocks of an ICY stream into cues.
///
/// Servers repeat a block, and send empty ones: these mean nothing new. A break ends with the next
/// block that has a title which is none of an advertisement; the stated length is only the net.
package struct ICYCues: Sendable {
    /// How long an advertisement is whose block does not say.
    private static let usualLength = Duration.seconds(30)

    /// The last block that had a title or announced an advertisement.
    private var last: ICYMetadata?
    private var isInBreak = false

    package init() {}

    /// The cue of a block whose next byte of audio is at `position`; `nil` if it means nothing new.
    package mutating func receive(_ block: ICYMetadata, at position: FrameTime) -> Cue? {
        let marker = MetadataMarker(block)
        guard marker != nil || block.title?.isEmpty == false, block != last else { return nil }
        last = block
        if case .start(let ad)? = marker {
            isInBreak = true
            let fields = block.fields.filter { $0.key != "StreamTitle" }
                .map { ($0.key, $0.value) }
            return Cue(
                .out(duration: ad.duration ?? Self.usualLength), at: position, source: .icy,
                fields: Dictionary(fields) { first, _ in first })
        }
        guard isInBreak || marker == .end else { return nil }
        isInBreak = false
        return Cue(.in, at: position, source: .icy)
    }
}
