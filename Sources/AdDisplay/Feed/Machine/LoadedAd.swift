/// An ad of a feed, with or without a row.
package struct LoadedAd: Hashable, Sendable {
    package let ad: FeedAd
    package let placement: String

    /// The number of the ad in its placement, from 1.
    package let place: Int

    /// The current height without margins.
    package internal(set) var height: Double

    package internal(set) var presence: Presence = .hidden
    package internal(set) var playback: Playback = .stopped
    var standing: Standing = .fresh

    /// Whether it is visible.
    package enum Presence: Hashable, Sendable {
        case hidden
        case showing
    }

    /// Whether it is started and audible.
    package enum Playback: Hashable, Sendable {
        case stopped
        case silent
        /// It has requested audio.
        case asking(FeedTicket)
        case audible(FeedTicket)
    }

    /// The history that decides whether it may start by itself.
    enum Standing: Hashable {
        /// Never started.
        case fresh
        /// Started at least once.
        case seen
        /// Stopped by the listener; lasts until it is out of view.
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

    /// The ticket of its audio, granted or requested.
    var audioTicket: FeedTicket? {
        switch playback {
        case .stopped, .silent: nil
        case .asking(let ticket), .audible(let ticket): ticket
        }
    }
}

/// The queue of a placement's ads; at most one of them is being inserted.
struct PlacementLine: Hashable {
    var phase: Phase = .idle

    /// Ads without a row, in the order in which they will get one.
    var kept: [FeedAdHandle] = []

    /// The number of the placement's next ad, from 1.
    var place = 1

    enum Phase: Hashable {
        case idle
        case loading(FeedAdRequest.ID, FeedInsertion)
        /// A kept ad is offered on the next turn.
        case waiting(FeedTicket, FeedAdHandle)
        /// The host was asked where the ad may appear.
        case offered(FeedTicket, FeedAdHandle, FeedInsertion)
        /// The host chose a path in this layout version; the row is inserted on the next turn.
        case due(FeedTicket, FeedAdHandle, at: FeedPath, layoutVersion: Int)
    }

    /// The ad being inserted.
    var underWay: FeedAdHandle? {
        switch phase {
        case .idle, .loading: nil
        case .waiting(_, let handle), .offered(_, let handle, _), .due(_, let handle, _, _): handle
        }
    }
}

/// Identifies a turn, an offer or a playback of a feed; answers carry it.
public struct FeedTicket: Hashable, Sendable {
    public var rawValue: UInt64

    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
