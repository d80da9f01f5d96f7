import AdPlayback
import Advertising
import Synchronization

/// Asks for one interactive advertisement of true[X], shows it, and says what its listener has earned
/// (rules T1 to T6).
///
/// For an app that plays its stream itself: it holds the stream meanwhile, and leaves the pod out if
/// there was a credit. A session with a schedule does all that by itself, by the same rules. The ad
/// server is asked at once, so make the renderer some seconds early, and keep it for as long as it
/// is shown. All of it may be called from any thread.
public final class TruexAdRenderer: Sendable {
    private let loop: TruexRendererLoop
    private let listener = Mutex(Listener())

    /// Whom the renderer tells; held weakly (rule T6).
    public var delegate: (any TruexAdRendererDelegate)? {
        get { listener.withLock { $0.delegate } }
        set { listener.withLock { $0.delegate = newValue } }
    }

    /// What an app does once the ad server was asked: `hasAd` says whether there is something to be
    /// shown.
    public typealias FetchCompletion = @Sendable (_ hasAd: Bool) -> Void

    private struct Listener {
        weak var delegate: (any TruexAdRendererDelegate)?
        /// `nil` once it was called, or the renderer was stopped.
        var fetchCompletion: FetchCompletion?
    }

    /// Makes a renderer, and has it ask for its ad.
    ///
    /// `url` is the creative's address as the schedule has it: it is shown where the ad server names
    /// no other. `fetchCompletion` is called once, on the renderer's own queue, after
    /// ``TruexAdRendererDelegate/onFetchAdComplete()`` or a terminal event before that; never, if the
    /// renderer is stopped before.
    public init(
        url: String?, adParameters: TruexAdParameters, slotType: TruexSlotType,
        options: TruexAdRendererOptions = TruexAdRendererOptions(),
        delegate: (any TruexAdRendererDelegate)? = nil, fetchCompletion: FetchCompletion? = nil
    ) {
        loop = TruexRendererLoop(url, adParameters, slotType, options)
        listener.withLock {
            $0.delegate = delegate
            $0.fetchCompletion = fetchCompletion
        }
        loop.begin { [weak self] event in self?.tell(event) }
    }

    private func tell(_ event: TruexEvent) {
        delegate?.take(event)
        guard event == .fetchAdComplete || event.isTerminal else { return }
        let completion = listener.withLock { $0.fetchCompletion.take() }
        completion?(event == .fetchAdComplete)
    }

    /// Makes a renderer of parameters as schedules carry them: a JSON object, or a JSON string that
    /// holds one.
    public convenience init(
        url: String?, adParameters: String, slotType: TruexSlotType,
        options: TruexAdRendererOptions = TruexAdRendererOptions(),
        delegate: (any TruexAdRendererDelegate)? = nil, fetchCompletion: FetchCompletion? = nil
    ) throws(UnusableTruexParameters) {
        self.init(
            url: url, adParameters: try TruexAdParameters(parsing: adParameters),
            slotType: slotType, options: options, delegate: delegate,
            fetchCompletion: fetchCompletion)
    }

    /// Shows the unit on `baseView` as soon as there is one (rule T3). Once for a renderer.
    ///
    /// The view is held until the unit is over.
    public func start(_ baseView: any TruexBaseView) { loop.start(on: baseView) }

    /// Ends it at once and for good, without a word, and lets go of its delegate (rule T4).
    ///
    /// A delegate that calls this is told nothing more, also not of what has happened already.
    public func stop() {
        listener.withLock {
            $0.delegate = nil
            $0.fetchCompletion = nil
        }
        loop.send(.stop)
    }

    /// Lets the unit and all of its times stand still (rule T5).
    public func pause() { loop.send(.pause(.host)) }

    public func resume() { loop.send(.resume(.host)) }

    /// What the listener does on the base view.
    public func send(_ message: TruexMessage) { loop.send(.message(message)) }

    deinit { loop.send(.stop) }
}
