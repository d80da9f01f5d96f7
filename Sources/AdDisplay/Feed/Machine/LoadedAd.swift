/// An ad that a feed has, with or without a row.
package struct LoadedAd: Hashable, Sendable {
    package let ad: FeedAd
    package let placement: String

    /// Which ad of its placement it is, from 1.
    package let place: Int

    /// The height of the ad now, without margins.
    package internal(set) var height: Double

    package internal(set) var presence: Presence = .hidden
    package internal(set) var playback: Playback = .stopped
    var standing: Standing = .fresh

    /// Whether the listener has it before his eyes.
    package enum Presence: Hashable, Sendable {
        case hidden
        case showing
    }

    /// Whether it is started, and what is heard of it.
    package enum Playback: Hashable, Sendable {
        case stopped
        case silent
        /// It has asked to be heard.
        case asking(FeedTicket)
        case audible(FeedTicket)
    }

    /// What has become of it that says whether it may start by itself.
    enum Standing: Hashable {
        /// Never started.
        case fresh
        /// Started at least once.
        case seen
        /// The listener has stopped it; holds until it is out of view.
        case stoppedByListener
        /// Heard to its end.
        case finished
    }

    init(_ ad: FeedAd, placement: String, place: Int) {
        self.ad = ad
        self.placement = placement
        self.place = place
        height = ad.size.height
    }
}

extension LoadedAd {
    package var isPlaying: Bool { playback != .stopped }

    /// What it plays under, if it is heard or wants to be.
    var audioTicket: FeedTicket? {
        switch playback {
        case .stopped, .silent: nil
        case .asking(let ticket), .audible(let ticket): ticket
        }
    }
}
