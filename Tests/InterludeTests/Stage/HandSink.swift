import AudioSinks
import MediaTime
import Synchronization

/// A sink that a test controls: it renders nothing, and sends the reports that the test gives it.
final class HandSink: AudioSink {
    private let state = Mutex(State())
    private let arrivals = Arrivals()
    private let answering: Answering

    /// What it does by itself.
    enum Answering: Hashable, Sendable {
        /// Answers a request to switch with the next frame to be rendered, and adopts published
        /// plans.
        case atOnce
        /// Answers requests to switch only.
        case requestsAtOnce
        case byHand
    }

    private struct State {
        var report: (@Sendable (SinkReport) -> Void)?
        var rendered = FrameTime.zero
        var mix: PublishedMix?
        var newestPlan = 0
        var requestCount = 0
        var finishCount = 0
        var titles: [String] = []
    }

    init(answering: Answering = .atOnce) {
        self.answering = answering
    }

    /// The number of the last published plan.
    var newestPlan: Int { state.withLock { $0.newestPlan } }
    /// The number of requests for a changeable frame.
    var requestCount: Int { state.withLock { $0.requestCount } }
    var finishCount: Int { state.withLock { $0.finishCount } }

    /// The titles in the listener's mixer.
    var titles: [String] { state.withLock { $0.titles } }

    func send(_ report: SinkReport) {
        if case .heard(let frame) = report { render(to: frame) }
        state.withLock { $0.report }?(report)
    }

    /// Renders up to `frame`, before a report of it.
    func render(to frame: FrameTime) {
        state.withLock { $0.rendered = max($0.rendered, frame) }
    }

    func start(rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void) {
        state.withLock { state in
            state.mix = mix
            state.report = report
        }
    }

    func requestSwitch() {
        state.withLock { $0.requestCount += 1 }
        if answering != .byHand { send(.switchable(renderedFrame)) }
    }

    func mixChanged() {
        let plan = state.withLock { state -> Int? in
            let before = state.newestPlan
            state.newestPlan = state.mix?.newestNumber ?? 0
            return state.newestPlan > before ? state.newestPlan : nil
        }
        if answering == .atOnce, let plan { send(.adopted(plan: plan)) }
    }

    func setStreamTitle(_ title: String) {
        state.withLock { $0.titles.append(title) }
        arrivals.note(title)
    }

    /// Waits until the listener's mixer shows `title`. Throws if it does not in time.
    func shows(_ title: String) async throws {
        try await arrivals.wait(for: title) { titles.last == title }
    }

    var heardFrame: FrameTime { renderedFrame }
    var renderedFrame: FrameTime { state.withLock { $0.rendered } }
    func finish(within limit: Duration) { state.withLock { $0.finishCount += 1 } }
}
