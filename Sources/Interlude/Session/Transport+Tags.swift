import AdCues
import MediaTime

/// Reports the timed tags of the stream when they are heard.
extension Transport {
    /// What was reported of the tags of a stream.
    struct ToldTags: Hashable, Sendable {
        /// The stream frame up to which the tags were reported; `nil` before the first is heard.
        var end: FrameTime?

        /// The second of output time that the last tag was in, and how many were reported for it.
        private var second: Int64 = 0
        private var count = 0

        /// Whether a second had more than are reported, which is said once.
        private var wereTooMany = false

        /// How many tags are reported for a second.
        static let limit = 20

        enum Verdict: Hashable, Sendable {
            case reported
            /// It is the first one that is left out.
            case firstLeftOut
            case leftOut
        }

        /// Counts a tag at output frame `frame`.
        mutating func count(at frame: FrameTime) -> Verdict {
            let now = frame.frames / Int64(FrameTime.rate)
            if now != second { (second, count) = (now, 0) }
            count += 1
            guard count > Self.limit else { return .reported }
            defer { wereTooMany = true }
            return wereTooMany ? .leftOut : .firstLeftOut
        }
    }

    /// The output frame at which the next tag is due if the stream plays on; `nil` if none is known.
    func nextTag(in view: PlanView) -> FrameTime? {
        guard let current, !current.source.tags.entries.isEmpty,
            let listener = view.timeline.position(of: current.voice, at: view.heard),
            let next = current.source.tags.nextPlace(from: listener)
        else { return nil }
        return outputFrame(reaching: next + 1, in: view)
    }

    /// Reports the tags that the listener has reached since the last call.
    mutating func sayTags(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard hold == nil, let current, let listener = streamFrame(at: view.heard, in: view) else {
            return
        }
        let start = current.told.tags.end ?? current.position
        guard start < listener else { return }
        self.current?.told.tags.end = listener
        for entry in current.source.tags.entries(in: FrameRange(start, listener)) {
            let frame = max(.zero, view.heard - (listener - entry.place))
            switch self.current?.told.tags.count(at: frame) {
            case .reported: say(entry, at: frame, &outbox)
            case .firstLeftOut:
                outbox.warn(
                    "the stream has too many ID3 tags; \(ToldTags.limit) a second are reported",
                    at: frame)
            case .leftOut, nil: break
            }
        }
    }

    private func say(
        _ entry: StreamTags.Entry, at frame: FrameTime, _ outbox: inout SessionOutbox
    ) {
        let metadata = StreamMetadata(
            outputTime: frame, streamTime: entry.place, source: .id3, frames: entry.frames)
        outbox.log(
            "stream.metadata", at: frame,
            [
                "source": .string(metadata.source.rawValue),
                "streamFrame": .integer(metadata.streamTime.frames),
                "tag": .array(metadata.frames.map(\.json)),
            ])
        outbox.send(.metadataHeard(metadata))
    }
}
