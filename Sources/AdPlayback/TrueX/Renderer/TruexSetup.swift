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
