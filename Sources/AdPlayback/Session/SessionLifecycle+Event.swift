extension SessionLifecycle {
    /// What moves a session.
    package enum Event: Hashable, Sendable, Codable {
        /// Play the stream of this id.
        case play(String)
        case stop
        /// What was asked to stop has stopped.
        case stopped
        case connected
        /// Enough is here to be heard.
        case bufferFilled
        case bufferEmptied
        case connectionLost
        /// No further attempt to connect is made.
        case gaveUp
        case pause
        /// The listener hears the pause.
        case pauseHeard
        case resume
    }

    /// What the shell has to do.
    package enum Effect: Hashable, Sendable {
        /// Let go of the connection and end its advertisements; ``Event/stopped`` follows.
        case stopStream
        case pauseStream
        case resumeStream
        case stateChanged(SessionState)
        case refuse(Refusal)
    }

    /// A wish that is not granted.
    package enum Refusal: String, Hashable, Sendable, Codable {
        /// This very stream is played already, or connecting.
        case alreadyPlaying
        case nothingPlays
        case nothingPaused
    }
}
