import Advertising
import MediaTime

/// The life of a spot: loading, then playing where the layout places it.
///
/// Each event is checked against the state, so a late completion is recognised.
package struct AdvertisementPlayer: Hashable, Sendable {
    package let token: PlayToken
    package let advertisement: Advertisement

    /// The number of the marked break that it fills; `nil` for a push.
    package internal(set) var breakNumber: Int?

    /// The place of a bumper or the slate; `nil` for an ad.
    package internal(set) var bumper: BreakBumpers.Place?

    package internal(set) var state: State = .connecting

    /// Whether the ad server expects a finish report, because the spot's turn came or it started.
    package internal(set) var isHandedOut = false

    /// How the spot ends at the next switch; `nil` if it just plays.
    package internal(set) var pendingEnd: PendingEnd?

    /// The loudness gain in decibels, set with the first layout; `nil` before, and if spots are not
    /// changed.
    package internal(set) var decibels: Double?

    /// How many frames of its sound passed at volume 0.
    var mutedFrameCount = 0

    /// The marks already reported.
    var toldMarks: Set<SpotMark.Kind> = []

    package enum State: Hashable, Sendable {
        /// Requested, without any bytes yet.
        case connecting
        case receiving
        /// Fully decoded in memory.
        case ready(SpotAudio)
    }

    /// A change that waits for the sink's next switchable frame.
    package indirect enum PendingEnd: Hashable, Sendable {
        case skip
        case fail(SpotFailure)
        /// Its marked break is over.
        case breakOver(BreakWindow.Ending, BreakEndPolicy)
        /// Do not play it unless the sink has begun it. It ends as `ifBegun` says then.
        case drop(AdEvent.NotUsedReason, ifBegun: PendingEnd? = nil)
    }

    package init(_ queued: QueuedAdvertisement) {
        token = queued.token
        advertisement = queued.advertisement
        breakNumber = queued.breakNumber
    }

    /// Ends it as `end` says, unless it is to end already.
    mutating func requestEnd(_ end: PendingEnd) {
        switch pendingEnd {
        case nil: pendingEnd = end
        case .drop(let reason, ifBegun: nil): pendingEnd = .drop(reason, ifBegun: end)
        case .drop, .skip, .fail, .breakOver: break
        }
    }

    /// Whether its first frame was heard.
    package var hasBegun: Bool { toldMarks.contains(.started) }

    /// Fixes the gain of the whole spot; `programme` is the programme's loudness in LUFS.
    mutating func settleGain(by profile: LoudnessProfile, in programme: Double?) {
        guard decibels == nil, profile != .off else { return }
        decibels = profile.gain(for: audio?.loudness, in: programme)
    }

    package var isReady: Bool {
        if case .ready = state { true } else { false }
    }

    package var isLoading: Bool {
        switch state {
        case .connecting, .receiving: true
        case .ready: false
        }
    }
}

/// Properties of a loaded spot's samples.
package struct SpotAudio: Hashable, Sendable {
    package var frameCount: Int

    /// The number of silent frames at its beginning.
    package var leadIn: Int

    /// `nil` if the spot is silent or too short to measure.
    package var loudness: SpotLoudness?

    package init(frameCount: Int, leadIn: Int = 0, loudness: SpotLoudness? = nil) {
        self.frameCount = frameCount
        self.leadIn = leadIn
        self.loudness = loudness
    }
}

extension AdvertisementPlayer {
    /// The effect of a completion or watchdog on a spot.
    package enum Outcome: Hashable, Sendable {
        case moved
        case failed(SpotFailure)
        /// It belongs to a step that is over.
        case stale
    }

    /// The watchdogs armed in the current state.
    package var watchdogs: [WatchdogPhase] {
        switch state {
        case .connecting: [.connect, .load]
        case .receiving: [.stall, .load]
        // The slate has no length of its own.
        case .ready: hasBegun && bumper != .slate ? [.play] : []
        }
    }

    package mutating func connected() -> Outcome {
        guard state == .connecting else { return .stale }
        state = .receiving
        return .moved
    }

    package mutating func loaded(_ audio: SpotAudio) -> Outcome {
        guard isLoading else { return .stale }
        guard audio.frameCount > 0 else {
            return .failed(SpotFailure(.undecodable, "the spot has no audio"))
        }
        guard bumper != .slate || audio.frameCount >= Self.shortestTurn else {
            return .failed(SpotFailure(.other, "the slate is shorter than 1 s"))
        }
        if let declared = advertisement.declaredFrameCount,
            abs(audio.frameCount - declared) > Self.tolerance(ofFrameCount: declared)
        {
            let lengths = [audio.frameCount, declared].map { count in
                "\(Double(count * 10 / FrameTime.rate) / 10) s"
            }
            return .failed(
                SpotFailure(
                    .otherLength, "it is \(lengths[0]) long, and its ad server says \(lengths[1])"))
        }
        state = .ready(audio)
        return .moved
    }

    /// The least length of a slate in frames: each turn of it is a clip of its own.
    private static let shortestTurn = FrameTime.rate

    /// How much longer or shorter a spot of an ad server may be than the server says: a second, or a
    /// tenth of it.
    private static func tolerance(ofFrameCount declared: Int) -> Int {
        max(FrameTime.rate, declared / 10)
    }

    private var wordsForNoAnswer: String {
        let address = advertisement.audioFileURL.lowercased()
        let isRemote = ["http://", "https://"].contains { address.hasPrefix($0) }
        // For example a named pipe that no program writes to.
        return isRemote
            ? "the server does not answer" : "nothing could be read from the file in time"
    }

    /// The outcome when the watchdog of `phase` fires.
    package func watchdog(_ phase: WatchdogPhase) -> Outcome {
        guard watchdogs.contains(phase) else { return .stale }
        return switch phase {
        case .connect: .failed(SpotFailure(.connectTimeout, wordsForNoAnswer))
        case .stall: .failed(SpotFailure(.stalled, "the spot stopped coming in"))
        case .load: .failed(SpotFailure(.loadTimeout, "the spot takes too long to load"))
        case .play: .failed(SpotFailure(.overran, "the spot plays past its length"))
        }
    }
}

extension SpotDeadlines {
    /// The timeout of the watchdog of `phase`, for a spot with `rest` left to play.
    func wait(for phase: WatchdogPhase, rest: Duration) -> Duration {
        switch phase {
        case .connect: connect
        case .stall: stall
        case .load: load
        case .play: rest + playMargin
        }
    }
}
