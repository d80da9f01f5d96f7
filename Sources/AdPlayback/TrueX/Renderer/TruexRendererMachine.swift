import MediaTime

/// Decides what one unit shows, and what its listener has earned.
///
/// A value without I/O, clock or lock: an event goes in, effects come out, and the shell carries
/// them out in order. It says at most once how it ended, and nothing after a stop.
package struct TruexRendererMachine: Hashable, Sendable {
    package let setup: TruexSetup

    package internal(set) var state: State = .created

    /// What keeps the unit from going on; its times stand still until nothing is left of it.
    package internal(set) var pauses: Set<TruexPause> = []

    /// The address of the page that is open in front of the unit.
    package internal(set) var popup: String?

    /// Answers and messages that came when all was over.
    package internal(set) var staleCount = 0

    /// When the ad server's time is up.
    var fetchDeadline: FrameTime?

    // What the shell was last told to do.
    var armedWake: FrameTime?
    var shownFace = TruexView.nothing
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

/// What a renderer is made with, beside the address that it asks.
package struct TruexSetup: Hashable, Sendable, Codable {
    package var slotType: TruexSlotType

    /// The stream that the pod is of; without one no credit reaches beyond its pod.
    package var streamID: String?

    /// Whether going back from the choice card leaves the stream (rule E13).
    package var cancelStream: CancelStream

    /// Where the choice card is heard, if it speaks.
    package var card: Card

    /// How long the ad server has for its answer.
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
        /// The stream is silent meanwhile, and the card has a voice.
        case ofItsOwn
        /// It is part of the stream, and nothing else is to be heard.
        case inStream
    }

    package enum CancelStream: String, Hashable, Sendable, Codable {
        case unsupported
        case supported
    }
}

extension TruexRendererMachine {
    /// What can happen to a renderer. A recorded session has them in order.
    package enum Event: Hashable, Sendable, Codable {
        // The host.

        /// The request may begin (rule T1). What is known of the listener by now saves it if the
        /// stream is paid for.
        case initialize(TruexHistory)
        /// The unit may be shown (rule T3); once.
        case start(TruexHistory)
        /// All is over, without a word (rule T4).
        case stop
        case pause(TruexPause)
        case resume(TruexPause)

        // The ad server.

        case fetched(TruexAnswer)
        /// It could not be asked, or its answer not be understood; why, in one line.
        case fetchFailed(String)

        // The unit.

        case message(TruexMessage)
        /// The choice card in the stream was heard to its end.
        case cardEnded
        /// The unit cannot go on; why, in one line.
        case failed(String)

        // Time.

        /// Answers ``Effect/wake(at:)``; also harmless unasked.
        case wake
    }
}

extension TruexRendererMachine {
    /// What the shell has to do, in the order given.
    package enum Effect: Hashable, Sendable {
        /// Ask the ad server; the answer comes back as an event.
        case fetch
        /// The answer is not waited for any more; nothing need come back.
        case cancelFetch
        /// Send ``Event/wake`` at this time, and not at the one asked for before; `nil` takes that
        /// back.
        case wake(at: FrameTime?)
        /// Draw this instead of what was drawn before.
        case show(TruexView)
        case voiceOver(VoiceOver)
        /// Tell the host; nothing follows a terminal event, and nothing comes after a stop.
        case tell(TruexEvent)
        /// Tell the ad server.
        case track(TruexTracking)
        /// Tell whoever makes the next renderer of this listener.
        case remember(TruexFact)
    }

    /// What becomes of the audio that speaks the choice card.
    package enum VoiceOver: Hashable, Sendable {
        /// From the beginning, these addresses one after the other.
        case play([String])
        case pause
        case resume
        case stop
    }
}
