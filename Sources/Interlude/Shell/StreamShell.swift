import AudioDecoding
import MediaTime
import PCMAudio
import Playout

/// The open streams of a session, by generation: the current one, and those that may replace it.
///
/// It carries out what the machine has decided, and decides nothing.
struct StreamShell {
    private let supply: any StreamSupply
    private let mailbox: Mailbox<SessionLoop.Message>

    private var streams: [Int: any OpenStream] = [:]
    /// The tickets that each stream has still to answer: whether it could be opened, and when it is
    /// ready.
    private var owed: [Int: Owed] = [:]
    /// Samples of closed streams that a clip may still name.
    private var retired: [Int: SampleStore] = [:]
    /// The loudness of closed streams that are part of the programme heard lately.
    private var retiredLoudness: [Int: LoudnessTrack] = [:]

    private struct Owed {
        var opened: SessionLoop.ReplyID?
        var ready: SessionLoop.ReplyID?
    }

    init(_ supply: any StreamSupply, mailbox: Mailbox<SessionLoop.Message>) {
        self.supply = supply
        self.mailbox = mailbox
    }

    subscript(generation: Int) -> (any OpenStream)? { streams[generation] }

    /// The samples of an open or a retired stream.
    func store(of generation: Int) -> SampleStore? {
        streams[generation]?.store ?? retired[generation]
    }

    func loudness(of generation: Int) -> LoudnessTrack? {
        streams[generation]?.loudness ?? retiredLoudness[generation]
    }

    /// Opens `source`; `reply` is answered once it is known whether that succeeded.
    mutating func open(
        _ generation: Int, _ source: String, namedBy namer: SourceNamer, from frame: FrameTime,
        _ reply: SessionLoop.ReplyID
    ) {
        owed[generation, default: Owed()].opened = reply
        streams[generation] = supply.open(
            source, namedBy: namer, from: frame, report: report(of: generation, opened: reply))
    }

    /// Replaces a live stream by the same stream from `frame` on.
    mutating func jump(from earlier: Int, _ generation: Int, to frame: FrameTime) {
        guard let stream = streams[earlier] else { return }
        streams[generation] = stream.jump(to: frame, report: report(of: generation, opened: nil))
    }

    /// Answers `reply` once everything before `frame` is decoded.
    mutating func awaitReady(
        _ generation: Int, before frame: FrameTime, _ reply: SessionLoop.ReplyID
    ) {
        owed[generation, default: Owed()].ready = reply
        let mailbox = mailbox
        streams[generation]?.notify(whenReady: frame) {
            mailbox.send(.answer(reply, [.source(generation: generation, .ready)]))
        }
    }

    /// Closes a stream, and answers its open tickets with nothing. Its samples stay while a clip
    /// names them, and its loudness while its generation is in `heardLately`.
    mutating func close(
        _ generation: Int, heardLately: Set<Int>
    ) -> [SessionLoop.Message] {
        guard let stream = streams.removeValue(forKey: generation) else { return [] }
        stream.close()
        retired[generation] = stream.store
        retiredLoudness = retiredLoudness.filter { heardLately.contains($0.key) }
        retiredLoudness[generation] = stream.loudness
        let owed = owed.removeValue(forKey: generation)
        return [owed?.opened, owed?.ready].compactMap { $0.map { .answer($0, []) } }
    }

    /// Closes all streams, without replies.
    func closeAll() {
        for stream in streams.values { stream.close() }
    }

    /// Whether it keeps the samples of a closed stream.
    var keepsRetired: Bool { !retired.isEmpty }

    /// Drops the samples of closed streams that none of `voices` names.
    mutating func forgetRetired(except voices: Set<Voice>) {
        retired = retired.filter { voices.contains(.stream(generation: $0.key)) }
    }

    /// Sends a stream's events to the mailbox, with its generation.
    private func report(
        of generation: Int, opened reply: SessionLoop.ReplyID?
    ) -> @Sendable (SourceEvent) -> Void {
        let mailbox = mailbox
        return { happened in
            let event = SessionEvent.source(generation: generation, happened)
            switch happened {
            case .opened:
                mailbox.send(reply.map { .answer($0, [event]) } ?? .event(event))
            case .ready, .ended, .failed, .title, .cue, .tag, .reconnecting, .reconnected,
                .discontinuity,
                .leftBehind, .kept:
                mailbox.send(.event(event))
            }
        }
    }
}
