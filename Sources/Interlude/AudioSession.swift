import AdPlayback
import Advertising
import AudioEncoding
import MediaTime
import Platform
import Synchronization

/// Plays one live stream or file with its advertisements.
///
/// One object for one play: ``play()`` starts it, ``SessionCommand/stop`` or the
/// end of the source ends it. Its decisions are made on a thread of its own, on
/// which delegates are called, one after the other; they may call back in.
/// Everything here may be called from any thread.
public final class AudioSession: Sendable {
    /// The advertisements of the stream, for apps that want to know of them, or to play them.
    public let advertisements: any Advertisements & Sendable

    let mailbox = Mailbox<SessionLoop.Message>()
    private let front: SessionFront
    /// What others can listen to; `nil` if it is not offered.
    private let liveMix: LiveMix?
    private let makeLoop: @Sendable () throws -> SessionLoop
    private let hasBegun = Mutex(false)

    /// Prepares to play as `configuration` says, into `output`.
    ///
    /// Nothing is opened before ``play()``.
    public convenience init(
        _ configuration: SessionConfiguration, output: AudioOutput = AudioOutput(),
        options: SessionOptions = SessionOptions()
    ) {
        self.init(configuration, options: options) {
            try SessionParts(configuration, output: output, options: options)
        }
    }

    /// Prepares a session of parts that `parts` makes when it is played.
    package init(
        _ configuration: SessionConfiguration, options: SessionOptions = SessionOptions(),
        parts: @escaping @Sendable () throws -> SessionParts
    ) {
        let mailbox = mailbox
        let shown = configuration.withoutLogins
        let front = SessionFront(source: shown.source, options)
        self.front = front
        let liveMix: LiveMix? =
            switch options.liveMix {
            case .withheld: nil
            case .offered: LiveMix()
            }
        self.liveMix = liveMix
        advertisements = SessionAdvertisements(mailbox: mailbox, delegates: front)
        makeLoop = {
            try front.prepare(shown)
            let parts = try parts()
            for source in configuration.sources { parts.streams.takeLogin(of: source) }
            front.begin()
            return SessionLoop(
                shown, parts, mailbox: mailbox, observer: front, liveMix: liveMix)
        }
    }

    /// Opens the output and the source, and begins.
    ///
    /// Throws a ``SessionFailure`` if the output cannot be opened: that was the session's end, and
    /// ``ended()`` says so too. What becomes of the source is told to the delegates. Returns
    /// `false`, and does nothing, when it was called before (rule M5).
    @discardableResult
    public func play() throws -> Bool {
        let isFirst = hasBegun.withLock { begun in
            defer { begun = true }
            return !begun
        }
        guard isFirst else { return false }
        let loop: LoopHandover
        do {
            loop = LoopHandover(try makeLoop())
            try PlatformThread.start(named: "Interlude.Session") { loop.take()?.run() }
        } catch {
            for message in mailbox.close() { message.turnAway() }
            liveMix?.end(.session)
            front.couldNotBegin(
                error as? SessionFailure ?? SessionFailure(.output, "\(error)"))
            throw error
        }
        return true
    }

    /// Asks for `command`, and waits until the session has taken it in.
    ///
    /// Before ``play()`` it is accepted at once, and carried out when the session begins.
    public func send(_ command: SessionCommand) async -> CommandReply {
        await withCheckedContinuation { continuation in
            send(command) { continuation.resume(returning: $0) }
        }
    }

    /// Asks for `command`; `reply` is called on the session's thread, or at once if it is over or
    /// has not begun. Called exactly once.
    public func send(
        _ command: SessionCommand, reply: @escaping @Sendable (CommandReply) -> Void = { _ in }
    ) {
        guard hasBegun.withLock({ $0 }) else {
            mailbox.send(.command(command, reply: { _ in }))
            return reply(.accepted)
        }
        if !mailbox.send(.command(command, reply: reply)) { reply(.sessionIsOver) }
    }

    /// Has `body` called on the session's thread as soon as that attends to it; not at all once the
    /// session is over.
    package func whenAttentive(_ body: @escaping @Sendable () -> Void) {
        mailbox.send(.perform { loop in if loop != nil { body() } })
    }

    /// What the session is doing.
    public var status: PlayerStatus { front.status }

    /// Has `delegate` told of everything from now on; it is held weakly.
    public func addDelegate(_ delegate: any AudioSessionDelegate) {
        front.add(delegate)
    }

    /// Joins those who listen to what is heard of this session, encoded as `format`; also before
    /// ``play()``.
    ///
    /// Nothing comes before it was heard at the output. All who listen to a format share one
    /// encoder, which works only while somebody listens. `whenDropped` is called once if the listener
    /// falls ten seconds behind, on a thread that it must not hold up: his connection may be blocked
    /// by bytes that he does not take.
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

    /// How much was done for those who listen.
    package var listening: LiveMixFigures { liveMix?.figures ?? LiveMixFigures() }

    /// Waits until the session is over, also if it has not begun yet.
    public func ended() async -> SessionEnd {
        await front.ended()
    }
}

/// Carries a loop to the thread that will own it.
private final class LoopHandover: @unchecked Sendable {
    // @unchecked Sendable: the loop is put in before its thread starts, and only that takes it out.
    private var loop: SessionLoop?

    init(_ loop: SessionLoop) {
        self.loop = loop
    }

    func take() -> SessionLoop? {
        loop.take()
    }
}
