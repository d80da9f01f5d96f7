import MediaTime

/// Decides what one unit shows and what its listener earns.
///
/// A value without I/O, clock or lock; the shell carries out its effects in order. It sends at most
/// one terminal event, and nothing after a stop.
package struct TruexRendererMachine: Hashable, Sendable {
    package let setup: TruexSetup

    package internal(set) var state: State = .created

    /// The reasons that pause the unit; its times stop until the set is empty.
    package internal(set) var pauses: Set<TruexPause> = []

    /// The address of the page that is open in front of the unit.
    package internal(set) var popup: String?

    /// The number of answers and messages that arrived after the end.
    package internal(set) var staleCount = 0

    /// When the ad server's time is up.
    var fetchDeadline: FrameTime?

    // The last instructions to the shell.
    var armedWake: FrameTime?
    var shownView = TruexView.nothing
    var voice = Voice.silent

    package init(_ setup: TruexSetup) {
        self.setup = setup
    }

    /// Whether the choice card is being spoken.
    enum Voice: Hashable {
        case silent
        case speaking
        case paused
    }
}

/// The settings of a renderer, apart from the address it requests.
package struct TruexSetup: Hashable, Sendable, Codable {
    package var slotType: TruexSlotType

    /// The pod's stream; without it, a credit covers only the pod.
    package var streamID: String?

    /// Whether going back from the choice card leaves the stream (rule E13).
    package var cancelStream: CancelStream

    /// Where a speaking choice card is heard.
    package var card: Card

    /// The timeout of the request.
    package var fetchTime = TruexConstants.fetchTime

    package init(
        slotType: TruexSlotType, streamID: String? = nil,
        cancelStream: CancelStream = .unsupported, card: Card = .ofItsOwn
    ) {
        self.slotType = slotType
        self.streamID = streamID
        self.cancelStream = cancelStream
        self.card = card
    }

    package enum Card: String, Hashable, Sendable, Codable {
        /// The stream is silent meanwhile, and the card has its own audio.
        case ofItsOwn
        /// The card is part of the stream and has no other audio.
        case inStream
    }

    package enum CancelStream: String, Hashable, Sendable, Codable {
        case unsupported
        case supported
    }
}

extension TruexRendererMachine {
    /// An input of a renderer. A recorded session has them in order.
    package enum Event: Hashable, Sendable, Codable {
        // The host.

        /// Start the request (rule T1). A known sponsor makes it unnecessary.
        case initialize(TruexHistory)
        /// Show the unit (rule T3); sent once.
        case start(TruexHistory)
        /// End without a further event (rule T4).
        case stop
        case pause(TruexPause)
        case resume(TruexPause)

        // The ad server.

        case fetched(TruexAnswer)
        /// The request failed or its answer was unusable; one line says why.
        case fetchFailed(String)

        // The unit.

        case message(TruexMessage)
        /// The choice card in the stream was heard to its end.
        case cardEnded
        /// The unit cannot continue; one line says why.
        case failed(String)

        // Time.

        /// Answers ``Effect/wake(at:)``; harmless if not requested.
        case wake
    }
}

extension TruexRendererMachine {
    /// An instruction for the shell, carried out in order.
    package enum Effect: Hashable, Sendable {
        /// Ask the ad server; the answer is an event.
        case fetch
        /// Stop waiting for the answer; none needs to follow.
        case cancelFetch
        /// Send ``Event/wake`` at this time. Replaces the previous request; `nil` cancels it.
        case wake(at: FrameTime?)
        /// Replace the drawn view.
        case show(TruexView)
        case voiceOver(VoiceOver)
        /// Tell the host. Nothing follows a terminal event or a stop.
        case tell(TruexEvent)
        /// Tell the ad server.
        case track(TruexTracking)
        /// Pass the fact to the listener's next renderer.
        case remember(TruexFact)
    }

    /// A command for the audio that speaks the choice card.
    package enum VoiceOver: Hashable, Sendable {
        /// Play these addresses in order, from the beginning.
        case play([String])
        case pause
        case resume
        case stop
    }
}
