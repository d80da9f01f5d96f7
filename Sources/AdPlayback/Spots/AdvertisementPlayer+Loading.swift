import Advertising
import MediaTime

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
