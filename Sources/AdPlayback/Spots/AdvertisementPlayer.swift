import Advertising
import MediaTime

/// The life of one spot: loaded, placed on the output timeline, heard.
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
    package private(set) var wish: Wish?

    /// Whether the layout that holds fulfils the wish, as far as it still could.
    package private(set) var isWishLaid = false

    /// The gain that its loudness is given, from its first layout on; `nil` before, and where spots
    /// are as loud as they were made.
    package internal(set) var decibels: Double?

    /// What has been said of it already.
    var toldMarks: Set<SpotMark.Kind> = []

    /// Where it was placed before the last layout, in case that one is refused.
    var rangeBefore: FrameRange?

    package enum State: Hashable, Sendable {
        /// Asked for; no bytes yet.
        case connecting
        case receiving
        /// Whole in memory.
        case ready(SpotAudio)
        /// Has its frames on the output timeline, of which none was heard yet.
        case placed(SpotAudio, FrameRange)
        case playing(SpotAudio, FrameRange)
    }

    /// A change that waits for the sink to say from where on sound can be changed.
    package enum Wish: Hashable, Sendable {
        case skip
        case fail(SpotFailure)
        /// Not to be played unless it has begun.
        case drop(AdEvent.NotUsedReason)
    }

    package init(_ queued: QueuedAdvertisement) {
        token = queued.token
        advertisement = queued.advertisement
    }

    /// Wishes a change; the layout that holds does not know of it.
    mutating func wish(_ wish: Wish) {
        self.wish = wish
        isWishLaid = false
    }

    /// Notes that the layout being made fulfils its wish.
    mutating func noteWishLaid() {
        isWishLaid = wish != nil
    }

    /// Takes a wish back that came too late.
    mutating func withdrawWish() {
        wish = nil
        isWishLaid = false
    }

    /// Where it is placed; `nil` if it is not.
    package var range: FrameRange? {
        switch state {
        case .placed(_, let range), .playing(_, let range): range
        case .connecting, .receiving, .ready: nil
        }
    }

    package var isPlaying: Bool {
        if case .playing = state { true } else { false }
    }

    package var isReady: Bool {
        if case .ready = state { true } else { false }
    }

    /// Whether its samples are on the way.
    package var isLoading: Bool {
        switch state {
        case .connecting, .receiving: true
        case .ready, .placed, .playing: false
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
