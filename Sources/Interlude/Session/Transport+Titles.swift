import MediaTime
import PlainText

/// Reports the titles of the stream when they are heard.
extension Transport {
    /// The length limit of a title in the event log, in Unicode scalars.
    private static let titleLimit = 500

    /// The output frame at which the next title is due if the stream plays on; `nil` if none is
    /// known.
    func nextTitle(in view: PlanView) -> FrameTime? {
        guard let current, !current.source.titles.isEmpty,
            let listener = view.timeline.position(of: current.voice, at: view.heard),
            let next = current.source.titles.first(where: { $0.frame >= listener })
        else { return nil }
        return outputFrame(reaching: next.frame + 1, in: view)
    }

    /// Logs the title at the listener's place, if it is another one than before. After a jump, it
    /// waits until the new place is heard.
    mutating func sayTitle(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard let current, current.told.plays, !current.told.isShifted,
            !current.source.titles.isEmpty,
            let listener = streamFrame(at: view.heard, in: view),
            let title = current.source.titles.last(where: { $0.frame < listener }),
            title.text != current.told.title
        else { return }
        self.current?.told.title = title.text
        // After a seek, the title has begun before the place at which the stream is heard again.
        let frame = max(current.told.since, view.heard - (listener - title.frame))
        outbox.log(
            "stream.title", at: frame,
            [
                "title": .string(title.text.printable(limit: Self.titleLimit)),
                "streamFrame": .integer(title.frame.frames),
            ])
    }
}
