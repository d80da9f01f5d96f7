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
