import AdPlayback
import Advertising
import AudioEncoding
import MediaTime
import Platform
import Synchronization

/// Plays one live stream or file with its advertisements.
///
/// A session plays once: ``play()`` starts it, and ``SessionCommand/stop`` or the end of the source
/// ends it. It makes its decisions on its own thread and calls its delegates there, one after the
/// other. Delegates may call the session. All members may be called from any thread.
///
/// Keep the session while it plays: one that is released stops as with ``SessionCommand/stop``.
/// ``ended()`` keeps it until its end.
public final class AudioSession: Sendable {
    /// The advertisements of the stream, for apps that follow or play them.
    public let advertisements: any Advertisements & Sendable

    let mailbox = Mailbox<SessionLoop.Message>()
    private let front: SessionFront
    /// The encoded live mix; `nil` if it is not offered.
    private let liveMix: LiveMix?
    private let makeLoop: @Sendable () throws -> SessionLoop
    private let hasBegun = Mutex(false)

    /// Creates a session with `configuration` and `output`.
    ///
    /// Opens nothing before ``play()``.
    public convenience init(
        _ configuration: SessionConfiguration, output: AudioOutput = AudioOutput(),
        options: SessionOptions = SessionOptions()
    ) {
        var configuration = configuration
        if output.clock == .real { configuration.markers?.spreadDecisions() }
        self.init(configuration, options: options) { [configuration] in
            try SessionParts(configuration, output: output, options: options)
        }
    }

    /// Creates a session whose parts `parts` makes in ``play()``.
    package init(
        _ configuration: SessionConfiguration, options: SessionOptions = SessionOptions(),
        parts: @escaping @Sendable () throws -> SessionParts
    ) {
        let mailbox = mailbox
        let shown = configuration.withoutLogins
        let front = SessionFront(
            source: shown.source, continuing: shown.earlier, options)
        self.front = front
        let liveMix: LiveMix? =
            switch options.liveMix {
            case .withheld: nil
            case .offered: LiveMix()
            }
        self.liveMix = liveMix
        advertisements = SessionAdvertisements(mailbox: mailbox, delegates: front)
        makeLoop = {
            try shown.check()
            try front.prepare(shown)
            let parts = try parts()
            for source in configuration.sources { parts.streams.takeLogin(of: source) }
            front.begin()
            return SessionLoop(
                shown, parts, mailbox: mailbox, observer: front, liveMix: liveMix)
        }
    }

    deinit {
        // May be on the session's own thread, in a call of a delegate.
        mailbox.send(.command(.stop, reply: { _ in }))
    }

    /// Opens the output and the source, and starts.
    ///
    /// Throws a ``SessionFailure`` if the output cannot be opened, a volume of the configuration is
    /// not between 0 and 1.5, or no thread can be started; ``ended()`` then returns the same failure.
    /// The delegates get what happens to the source.
    ///
    /// Returns `false` and does nothing if the session plays already (rule M5). Throws a failure of
    /// the kind ``SessionFailure/Kind/over`` if it has ended: create another session to play again.
    @discardableResult
    public func play() throws -> Bool {
        let isFirst = hasBegun.withLock { begun in
            defer { begun = true }
            return !begun
        }
        guard isFirst else {
            if front.isOver { throw SessionFailure.over }
            return false
        }
        do {
            let made = try makeLoop()
            switch made.parts.resources {
            case .own:
                let loop = LoopHandover(made)
                try PlatformThread.start(named: "Interlude.Session") { loop.take()?.run() }
            case .shared: QueuedLoop(made).start()
            }
        } catch {
            for message in mailbox.close() { message.turnAway() }
            liveMix?.end(.session)
            let failure = error as? SessionFailure ?? SessionFailure(.output, "\(error)")
            front.couldNotBegin(failure)
            throw failure
        }
        return true
    }

    /// Sends `command` and waits for the session's reply.
    ///
    /// Before ``play()``, a command for what is heard, such as ``SessionCommand/pause`` or
    /// ``SessionCommand/seek(_:)``, is refused at once. Any other is accepted at once and carried out
    /// when the session starts.
    public func send(_ command: SessionCommand) async -> CommandReply {
        let reply = await withCheckedContinuation { continuation in
            send(command) { continuation.resume(returning: $0) }
        }
        // Not released, and so stopped, before the reply.
        withExtendedLifetime(self) {}
        return reply
    }

    /// Sends `command`. Calls `reply` exactly once: on the session's thread, or at once if the
    /// session is over or has not started, or no session carries out such a command.
    public func send(
        _ command: SessionCommand, reply: @escaping @Sendable (CommandReply) -> Void = { _ in }
    ) {
        if let refusal = command.refusal { return reply(.refused(refusal)) }
        guard hasBegun.withLock({ $0 }) else {
            guard !command.needsPlayback else { return reply(.nothingPlays) }
            mailbox.send(.command(command, reply: { _ in }))
            return reply(.accepted)
        }
        if !mailbox.send(.command(command, reply: reply)) { reply(.sessionIsOver) }
    }

    /// Runs `body` on the session's thread; never if the session is over.
    package func whenAttentive(_ body: @escaping @Sendable () -> Void) {
        mailbox.send(.perform { loop in if loop != nil { body() } })
    }

    /// The present status.
    public var status: PlayerStatus { front.status }

    /// Shows `fleet` in the status.
    package func show(fleet: PlayerStatus.Fleet?) {
        front.show(fleet: fleet)
        // Otherwise the first status has it.
        if front.isRunning { whenAttentive { [front] in front.repeatStatus() } }
    }

    /// The breaks so far, with their advertisements, and where the programme was at each moment.
    public var timeline: AdTimeline { front.timeline }

    /// Adds `delegate`, which is held weakly.
    public func addDelegate(_ delegate: any AudioSessionDelegate) {
        front.add(delegate)
    }

    /// Adds a listener to the live mix, encoded as `format`; also before ``play()``.
    ///
    /// The mix has only audio that was heard at the output. All listeners of a format share one
    /// encoder, which runs only while there are listeners. `whenDropped` is called once if the
    /// listener falls ten seconds behind, on a thread that it must not block.
    public func listen(
        as format: ListenFormat, whenDropped: @escaping @Sendable () -> Void = {}
    ) throws(ListenFailure) -> ListenStream {
        guard let liveMix else { throw .notOffered }
        do throws(EncodingError) {
            try SoundEncoder.look(for: format)
        } catch {
            throw .encoding(error)
        }
        guard let stream = ListenStream(liveMix, as: format, whenDropped: whenDropped) else {
            throw .sessionIsOver
        }
        return stream
    }

    /// The work done for the listeners of the live mix.
    package var listening: LiveMixFigures { liveMix?.figures ?? LiveMixFigures() }

    /// Waits for the end of the session, also before its start.
    public func ended() async -> SessionEnd {
        let end = await front.ended()
        withExtendedLifetime(self) {}
        return end
    }
}

/// Passes a loop to the thread that owns it.
private final class LoopHandover: @unchecked Sendable {
    // @unchecked Sendable: the loop is stored before its thread starts, and only that thread takes
    // it.
    private var loop: SessionLoop?

    init(_ loop: SessionLoop) {
        self.loop = loop
    }

    func take() -> SessionLoop? {
        loop.take()
    }
}
