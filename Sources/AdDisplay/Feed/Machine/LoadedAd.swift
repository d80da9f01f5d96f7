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

/// The ads of one placement on their way into a feed, of which one at most is under way.
struct PlacementLine: Hashable {
    var phase: Phase = .idle

    /// Ads that have no row yet, or not any more, in the order in which they will get one.
    var kept: [FeedAdHandle] = []

    /// Which ad of the placement comes next, from 1.
    var place = 1

    enum Phase: Hashable {
        case idle
        case loading(FeedAdRequest.ID, FeedInsertion)
        /// An ad that was kept is offered on the next turn.
        case waiting(FeedTicket, FeedAdHandle)
        /// The host has been asked where it lets the ad appear.
        case offered(FeedTicket, FeedAdHandle, FeedInsertion)
        /// The host has said where, in a layout of that version; the row comes on the next turn.
        case due(FeedTicket, FeedAdHandle, at: FeedPath, layoutVersion: Int)
    }

    /// The ad that is on its way.
    var underWay: FeedAdHandle? {
        switch phase {
        case .idle, .loading: nil
        case .waiting(_, let handle), .offered(_, let handle, _), .due(_, let handle, _, _): handle
        }
    }
}

/// Tells one turn, one question or one play of a feed from the others; an answer carries it.
public struct FeedTicket: Hashable, Sendable {
    public var rawValue: UInt64

    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
