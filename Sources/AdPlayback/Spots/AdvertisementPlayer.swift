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
