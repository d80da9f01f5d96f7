import MediaTime

extension TruexCoordinator {
    /// Where a stream stands.
    package enum State: Hashable, Sendable {
        case closed
        case content
        /// The stream is held at a placeholder until a spot is over (rule X2).
        case waitingForSpot(TruexStop)
        /// The choice card is part of the stream, which is heard on.
        case card(Unit, Choice)
        /// The renderer was started and has shown nothing yet.
        case waitingStart(Unit, until: FrameTime)
        case interactive(Unit)
        /// A page that a link of the unit led to is open.
        case popup(Unit)
        /// The unit is over, and what comes after it is not there yet.
        case leaving(Departure, until: FrameTime)
        /// The pod is heard, as any stream.
        case linearAds
    }

    /// One renderer.
    package struct Unit: Hashable, Sendable {
        package let token: TruexToken
        package let stop: TruexStop
        package internal(set) var credit = Credit.none

        /// When it is given up if it has no ad by then; `nil` once it has one.
        var fetchDeadline: FrameTime?

        var viewing = Viewing.unseen

        /// When it is given up if nobody has looked at it by then; `nil` while somebody does.
        var audienceDeadline: FrameTime?
    }

    /// Where a unit was seen.
    enum Viewing: Hashable {
        case unseen
        /// In a page.
        case inPage
        /// Not in a page, or it needs nobody.
        case elsewhere
    }

    /// What has become of the choice that a card in the stream offers.
    package enum Choice: Hashable, Sendable {
        /// The renderer was started and has shown nothing yet.
        case awaited(until: FrameTime)
        case offered
        /// The listener does not want to hear the rest of the card.
        case declined
        /// He has said nothing in time.
        case missed
    }

    /// Whether the ads of a pod are paid for.
    package enum Credit: Hashable, Sendable {
        case none
        case earned
    }

    /// The way from a placeholder back to the stream.
    package struct Departure: Hashable, Sendable {
        let stop: TruexStop
        package let credit: Credit

        /// The first frame of what is left out, and the first one after it.
        let start: FrameTime
        let end: FrameTime

        /// Where the listener goes: to `end`, or on to where he wanted to be.
        package let target: FrameTime
    }

    /// The pod that the listener is in.
    package struct OpenPod: Hashable, Sendable {
        package let id: TruexPod.ID

        /// Since where the stream is heard without a jump.
        var entry: FrameTime

        /// How many of its ads were heard whole before that.
        var playedCount = 0
    }
}

extension TruexCoordinator {
    /// Where a stream stands, in a word.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        case closed
        case content
        /// The stream is heard, and the ad of a placeholder that is near is looked for.
        case preparing
        case waitingForSpot
        case card
        case waitingStart
        case interactive
        case popup
        case leaving
        case linearAds
    }

    package var phase: Phase {
        switch state {
        case .closed: .closed
        case .content: prepared == nil ? .content : .preparing
        case .waitingForSpot: .waitingForSpot
        case .card: .card
        case .waitingStart: .waitingStart
        case .interactive: .interactive
        case .popup: .popup
        case .leaving: .leaving
        case .linearAds: .linearAds
        }
    }
}
