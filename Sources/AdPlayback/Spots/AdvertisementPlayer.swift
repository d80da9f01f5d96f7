import Advertising
import MediaTime

/// The life of one spot: loaded, and heard where the break's layout places it.
///
/// A value; what moves it is checked against its state, so that a completion that comes too late
/// is told apart from one that is due.
package struct AdvertisementPlayer: Hashable, Sendable {
    package let token: PlayToken
    package let advertisement: Advertisement
    package internal(set) var state: State = .connecting

    /// Whether the ad server has to be told how it ended: its turn has come, or it has begun.
    package internal(set) var isHandedOut = false

    /// What is to become of it as soon as sound can be changed; `nil` if it just plays.
    package internal(set) var pendingEnd: PendingEnd?

    /// The gain that its loudness is given, from its first layout on; `nil` before, and where spots
    /// are as loud as they were made.
    package internal(set) var decibels: Double?

    /// What has been said of it already.
    var toldMarks: Set<SpotMark.Kind> = []

    package enum State: Hashable, Sendable {
        /// Asked for; no bytes yet.
        case connecting
        case receiving
        /// Whole in memory.
        case ready(SpotAudio)
    }

    /// A change that waits for the sink to say from where on sound can be changed.
    package enum PendingEnd: Hashable, Sendable {
        case skip
        case fail(SpotFailure)
        /// Not to be played unless it has begun.
        case drop(AdEvent.NotUsedReason)
    }

    package init(_ queued: QueuedAdvertisement) {
        token = queued.token
        advertisement = queued.advertisement
    }

    /// Whether its first frame was heard.
    package var hasBegun: Bool { toldMarks.contains(.started) }

    /// Decides its gain, once and for all of it, in a programme as loud in LUFS as `programme`.
    mutating func settleGain(by profile: LoudnessProfile, in programme: Double?) {
        guard decibels == nil, profile != .off else { return }
        decibels = profile.gain(for: audio?.loudness, in: programme)
    }

    package var isReady: Bool {
        if case .ready = state { true } else { false }
    }

    /// Whether its samples are on the way.
    package var isLoading: Bool {
        switch state {
        case .connecting, .receiving: true
        case .ready: false
        }
    }
}

/// What is known of a spot's samples once it is loaded.
package struct SpotAudio: Hashable, Sendable {
    package var frameCount: Int

    /// How many silent frames it begins with.
    package var leadIn: Int

    /// `nil` if it is silent throughout, or too short to be measured.
    package var loudness: SpotLoudness?

    package init(frameCount: Int, leadIn: Int = 0, loudness: SpotLoudness? = nil) {
        self.frameCount = frameCount
        self.leadIn = leadIn
        self.loudness = loudness
    }
}

extension AdvertisementPlayer {
    /// What a completion or a watchdog did to a spot.
    package enum Outcome: Hashable, Sendable {
        case moved
        case failed(SpotFailure)
        /// It belongs to a step that is over.
        case stale
    }

    /// The watchdogs that are armed in the present state.
    package var watchdogs: [WatchdogPhase] {
        switch state {
        case .connecting: [.connect, .load]
        case .receiving: [.stall, .load]
        case .ready: hasBegun ? [.play] : []
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
            return .failed(SpotFailure(.undecodable, "the spot holds no audio"))
        }
        state = .ready(audio)
        return .moved
    }

    /// What it means that the watchdog of `phase` was not disarmed in time.
    package func watchdog(_ phase: WatchdogPhase) -> Outcome {
        guard watchdogs.contains(phase) else { return .stale }
        return switch phase {
        case .connect: .failed(SpotFailure(.connectTimeout, "the server does not answer"))
        case .stall: .failed(SpotFailure(.stalled, "the spot stopped coming in"))
        case .load: .failed(SpotFailure(.loadTimeout, "the spot takes too long to load"))
        case .play: .failed(SpotFailure(.overran, "the spot plays past its length"))
        }
    }
}

extension SpotDeadlines {
    /// The time that the watchdog of `phase` waits, for a spot with `rest` still to be heard.
    func wait(for phase: WatchdogPhase, rest: Duration) -> Duration {
        switch phase {
        case .connect: connect
        case .stall: stall
        case .load: load
        case .play: rest + playMargin
        }
    }
}
