import AdCues
import Advertising
import FoundationEssentials
import MediaTime

/// Reads the now-playing feed of a station, and finds the places of its entries in the stream.
struct NowPlayingShell {
    private let supply: (any NowPlayingSupply)?
    private let clock: SessionParts.Clock
    private let mailbox: Mailbox<SessionLoop.Message>

    /// The time of the feed's clock from which this one counts.
    private let beginning = Date()
    private var load: Load?
    private var cues = NowPlayingCues()
    private var edge = SteadyEdge()
    /// The stream of ``cues``.
    private var stream = 0

    private struct Load {
        var work: any SpotLoad
        var reply: SessionLoop.ReplyID
    }

    /// `supply` is `nil` if the session reads no feeds.
    init(
        _ supply: (any NowPlayingSupply)?, clock: SessionParts.Clock,
        mailbox: Mailbox<SessionLoop.Message>
    ) {
        self.supply = supply
        self.clock = clock
        self.mailbox = mailbox
    }

    /// Begins to read the feed. Everything of the stream before `liveEdge` was received. `reply` is
    /// answered when the feed was read, or cannot be. Returns the answer to an earlier request, which
    /// was for a stream that is replaced.
    mutating func read(
        for stream: Int, isFirst: Bool, _ liveEdge: FrameTime?,
        _ reply: SessionLoop.ReplyID
    ) -> [SessionLoop.Message] {
        load?.work.cancel()
        let answers = load.take().map { [SessionLoop.Message.answer($0.reply, [])] } ?? []
        if stream != self.stream { cues = NowPlayingCues() }
        self.stream = stream
        if isFirst { edge.forget() }
        note(liveEdge)
        let mailbox = mailbox
        guard clock == .real else {
            mailbox.send(.nowPlaying(stream, reply, .failure(.virtualClock)))
            return answers
        }
        guard let supply else {
            mailbox.send(.nowPlaying(stream, reply, .failure(.unsupported)))
            return answers
        }
        let work = supply.load { mailbox.send(.nowPlaying(stream, reply, $0)) }
        load = Load(work: work, reply: reply)
        return answers
    }

    /// Handles a feed that was read for `stream`.
    mutating func take(
        _ outcome: Result<NowPlayingFeed, NowPlayingFailure>, for stream: Int,
        _ liveEdge: FrameTime?, _ reply: SessionLoop.ReplyID
    ) -> [SessionLoop.Message] {
        guard stream == self.stream else { return [.answer(reply, [])] }
        load = nil
        let answer: SessionEvent
        switch outcome {
        case .success(let feed):
            note(liveEdge)
            let entries = feed.entries.compactMap { entry in
                edge.frame(at: time(of: entry.start)).map {
                    NowPlayingEntry(entry, at: $0)
                }
            }
            answer = .nowPlayingRead(stream: stream, cues.receive(entries), reason: nil)
        case .failure(let failure):
            answer = .nowPlayingRead(stream: stream, [], reason: failure.words)
        }
        return [.answer(reply, [answer])]
    }

    private mutating func note(_ liveEdge: FrameTime?) {
        guard let liveEdge else { return }
        edge.note(liveEdge, at: time(of: Date()))
    }

    private func time(of date: Date) -> Duration {
        Duration(clamping: date.timeIntervalSince(beginning), to: .session)
    }

    /// Cancels the reading, without a reply.
    func close() { load?.work.cancel() }
}

extension NowPlayingEntry {
    fileprivate init(_ entry: NowPlayingFeed.Entry, at position: FrameTime) {
        self.init(
            entry.kind, time: Int64(saturating: entry.start.timeIntervalSince1970 * 1000),
            at: position, duration: entry.duration, adID: entry.adID)
    }
}
