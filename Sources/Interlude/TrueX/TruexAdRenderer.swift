import AdPlayback
import Advertising
import Synchronization

/// Requests one interactive ad of true[X], shows it, and reports whether the listener earned
/// the credit (rules T1 to T6).
///
/// For an app that plays its own stream: the app holds the stream during the unit, and skips the
/// pod after a credit. A session with a schedule does all that itself, by the same rules. The ad
/// server is asked at once, so create the renderer some seconds early, and keep it while it is
/// shown. All members may be called from any thread.
public final class TruexAdRenderer: Sendable {
    private let loop: TruexRendererLoop
    private let listener = Mutex(Listener())

    /// The delegate, held weakly (rule T6).
    public var delegate: (any TruexAdRendererDelegate)? {
        get { listener.withLock { $0.delegate } }
        set { listener.withLock { $0.delegate = newValue } }
    }

    /// The app's reaction to the answer of the ad server; `hasAd` is whether there is an ad to
    /// show.
    public typealias FetchCompletion = @Sendable (_ hasAd: Bool) -> Void

    private struct Listener {
        weak var delegate: (any TruexAdRendererDelegate)?
        /// `nil` after the call, or after the renderer was stopped.
        var fetchCompletion: FetchCompletion?
    }

    /// Creates a renderer, which requests its ad.
    ///
    /// `url` is the creative's address in the schedule, shown if the ad server names no other.
    /// `fetchCompletion` is called once, on the renderer's queue, after
    /// ``TruexAdRendererDelegate/onFetchAdComplete()`` or an earlier terminal event; never, if the
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

    /// Creates a renderer with parameters as in schedules: a JSON object, or a JSON string with
    /// one.
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

    /// Shows the unit on `baseView` as soon as it is available (rule T3). Call once.
    ///
    /// Holds the view until the unit is over.
    public func start(_ baseView: any TruexBaseView) { loop.start(on: baseView) }

    /// Ends the renderer at once, without an event, and releases its delegate (rule T4).
    ///
    /// A delegate that calls this receives no more events, even for what has happened before.
    public func stop() {
        listener.withLock {
            $0.delegate = nil
            $0.fetchCompletion = nil
        }
        loop.send(.stop)
    }

    /// Pauses the unit and all its timers (rule T5).
    public func pause() { loop.send(.pause(.host)) }

    public func resume() { loop.send(.resume(.host)) }

    /// Sends an action of the listener on the base view.
    public func send(_ message: TruexMessage) { loop.send(.message(message)) }

    deinit { loop.send(.stop) }
}

/// Draws the unit of a ``TruexAdRenderer``: a page, a window, a terminal.
///
/// Pass the listener's actions to ``TruexAdRenderer/send(_:)``.
public protocol TruexBaseView: AnyObject, Sendable {
    /// Draws `view` in place of the previous one. Called on the renderer's queue.
    ///
    /// Its timers advance by their rates, without further calls. The view names the voice-over of a
    /// choice card, which the app plays.
    func show(_ view: TruexView)
}
