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
