import MediaTime

extension TruexCoordinator {
    /// The state of a stream.
    package enum State: Hashable, Sendable {
        case closed
        case content
        /// The stream is held at a placeholder until a spot has ended (rule X2).
        case waitingForSpot(TruexStop)
        /// The choice card is part of the stream, which plays on.
        case card(Unit, Choice)
        /// The renderer was started and has shown nothing yet.
        case waitingStart(Unit, until: FrameTime)
        case interactive(Unit)
        /// The page of a link in the unit is open.
        case popup(Unit)
        /// The unit has ended, and the frame after it has not arrived yet.
        case leaving(Departure, until: FrameTime)
        /// The pod plays as part of the stream.
        case linearAds
    }

    /// A renderer.
    package struct Unit: Hashable, Sendable {
        package let token: TruexToken
        package let stop: TruexStop
        package internal(set) var credit = Credit.none

        /// When it is given up without an ad; `nil` once it has one.
        var fetchDeadline: FrameTime?

        var viewing = Viewing.unseen

        /// When it is given up without a viewer; `nil` while it has one.
        var audienceDeadline: FrameTime?
    }

    /// Where a unit was seen.
    enum Viewing: Hashable {
        case unseen
        /// In a page.
        case inPage
        /// Outside of pages, or it needs no viewer.
        case elsewhere
    }

    /// The state of the choice that a card in the stream offers.
    package enum Choice: Hashable, Sendable {
        /// The renderer was started and has shown nothing yet.
        case awaited(until: FrameTime)
        case offered
        /// The listener does not want to hear the rest of the card.
        case declined
        /// The listener did not answer in time.
        case missed
    }

    /// Whether the ads of a pod are paid for.
    package enum Credit: Hashable, Sendable {
        case none
        case earned
        /// One that was earned in an earlier pod lasts until this one.
        case lasting
    }

    /// The way from a placeholder back to the stream.
    package struct Departure: Hashable, Sendable {
        let pod: TruexPod.ID
        package let credit: Credit

        /// The first frame of the ads that a credit pays for.
        let adsStart: FrameTime

        /// The skipped frames: the first, and the first after them.
        let start: FrameTime
        let end: FrameTime

        /// The destination: `end`, or the listener's own target.
        package let target: FrameTime
    }

    /// The pod that the listener is in.
    package struct OpenPod: Hashable, Sendable {
        package let id: TruexPod.ID

        /// Since where the stream has played without a jump.
        var entry: FrameTime

        /// The number of ads heard whole before `entry`.
        var playedCount = 0
    }
}

extension TruexCoordinator {
    /// The name of a state.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        case closed
        case content
        /// The stream plays while the ad of a nearby placeholder is requested.
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
