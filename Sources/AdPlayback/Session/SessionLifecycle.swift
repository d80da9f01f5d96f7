/// The states of a session; refuses invalid commands (rules M5 and M9).
package struct SessionLifecycle: Hashable, Sendable {
    package private(set) var state: SessionState = .idle

    /// The current or last stream.
    package private(set) var stream: String?

    /// The stream to play after the current one has stopped.
    package private(set) var next: String?

    /// The listener's request, independent of the connection, so that a pause survives a
    /// reconnection.
    private var transport: Transport = .running

    /// Whether audio is available, independent of the connection and of a pause.
    private var buffer: Buffer = .empty

    package init() {}

    /// Whether a pause is in effect, also while reconnecting.
    package var isPaused: Bool { state.isActive && transport != .running }

    private enum Transport: Hashable {
        case running
        /// The pause is not heard yet.
        case pausing
        case paused
    }

    private enum Buffer: Hashable {
        case empty
        case filled
    }

    package mutating func receive(_ event: Event) -> [Effect] {
        let before = state
        let effects = move(on: event)
        return state == before ? effects : effects + [.stateChanged(state)]
    }

    private mutating func move(on event: Event) -> [Effect] {
        switch event {
        case .play(let id): play(id)
        case .stop: stop()
        case .stopped: stopped()
        case .followed(let id): followed(by: id)
        case .connected: connected()
        case .bufferFilled: bufferFilled()
        case .bufferEmptied: bufferEmptied()
        case .connectionLost: connectionLost()
        case .gaveUp: gaveUp()
        case .outputFailed: outputFailed()
        case .pause: pause()
        case .pauseHeard: pauseHeard()
        case .resume: resume()
        }
    }
}

// MARK: - Commands of the listener

extension SessionLifecycle {
    private mutating func play(_ id: String) -> [Effect] {
        switch state {
        case .idle, .stopped, .failed, .lost:
            return connect(id)
        case .connecting, .reconnecting, .buffering, .playing, .pausing, .paused:
            guard id != stream else { return [.refuse(.alreadyPlaying)] }
            next = id
            state = .stopping
            return [.stopStream]
        case .stopping:
            next = id
            return []
        }
    }

    private mutating func connect(_ id: String) -> [Effect] {
        stream = id
        next = nil
        transport = .running
        buffer = .empty
        state = .connecting
        return []
    }

    private mutating func stop() -> [Effect] {
        switch state {
        case .connecting, .reconnecting, .buffering, .playing, .pausing, .paused:
            state = .stopping
            return [.stopStream]
        case .stopping:
            // A stop cancels a pending change of stream.
            next = nil
            return []
        case .idle, .stopped, .failed, .lost:
            return [.refuse(.nothingPlays)]
        }
    }

    private mutating func pause() -> [Effect] {
        guard canPause else { return [.refuse(.nothingPlays)] }
        transport = .pausing
        if state != .reconnecting { state = .pausing }
        return [.pauseStream]
    }

    /// Whether there is playback to pause. Received audio plays on while reconnecting, so it can be
    /// paused too.
    package var canPause: Bool {
        switch state {
        case .playing, .buffering, .reconnecting: transport == .running
        case .idle, .connecting, .pausing, .paused, .stopping, .stopped, .failed, .lost: false
        }
    }

    private mutating func resume() -> [Effect] {
        guard isPaused else { return [.refuse(.nothingPaused)] }
        transport = .running
        if state == .pausing || state == .paused { state = connectedState }
        return [.resumeStream]
    }
}

// MARK: - Changes of the stream

extension SessionLifecycle {
    private mutating func connected() -> [Effect] {
        guard state == .connecting || state == .reconnecting else { return [] }
        state = connectedState
        return []
    }

    /// The state of a session whose stream is connected.
    private var connectedState: SessionState {
        switch (transport, buffer) {
        case (.running, .empty): .buffering
        case (.running, .filled): .playing
        case (.pausing, _): .pausing
        case (.paused, _): .paused
        }
    }

    private mutating func followed(by id: String) -> [Effect] {
        guard state.isActive else { return [] }
        return [.stopStream] + connect(id)
    }

    private mutating func bufferFilled() -> [Effect] {
        guard state.isActive, state != .connecting else { return [] }
        buffer = .filled
        if state == .buffering { state = connectedState }
        return []
    }

    private mutating func bufferEmptied() -> [Effect] {
        guard state.isActive, state != .connecting else { return [] }
        buffer = .empty
        if state == .playing { state = .buffering }
        return []
    }

    private mutating func connectionLost() -> [Effect] {
        switch state {
        case .buffering, .playing, .pausing, .paused:
            state = .reconnecting
            return []
        case .connecting, .reconnecting, .idle, .stopping, .stopped, .failed, .lost:
            // A first connection is retried within `connecting`.
            return []
        }
    }

    private mutating func gaveUp() -> [Effect] {
        switch state {
        case .connecting:
            state = .failed
            return [.stopStream]
        case .reconnecting, .buffering, .playing, .pausing, .paused:
            state = .lost
            return [.stopStream]
        case .idle, .stopping, .stopped, .failed, .lost:
            return []
        }
    }

    private mutating func outputFailed() -> [Effect] {
        switch state {
        case .connecting, .reconnecting, .buffering, .playing, .pausing, .paused:
            state = .failed
            return [.stopStream]
        case .stopping:
            next = nil
            state = .failed
            return []
        case .idle, .stopped, .failed, .lost:
            return []
        }
    }

    private mutating func pauseHeard() -> [Effect] {
        guard isPaused else { return [] }
        transport = .paused
        if state == .pausing { state = .paused }
        return []
    }

    private mutating func stopped() -> [Effect] {
        guard state == .stopping else { return [] }
        if let next { return connect(next) }
        state = .stopped
        return []
    }
}

extension SessionLifecycle {
    package enum Event: Hashable, Sendable, Codable {
        /// Play the stream with this id.
        case play(String)
        case stop
        /// The stream that was asked to stop has stopped.
        case stopped
        /// The stream has ended or cannot be played, and this one follows: another, or the same
        /// again.
        case followed(by: String)
        case connected
        /// Enough audio is buffered to play.
        case bufferFilled
        case bufferEmptied
        case connectionLost
        /// No further attempt to connect will be made.
        case gaveUp
        /// The output cannot be opened or written any more.
        case outputFailed
        case pause
        /// The listener hears the pause.
        case pauseHeard
        case resume
    }

    /// Instructions for the shell.
    package enum Effect: Hashable, Sendable {
        /// Close the connection and end its advertisements; ``Event/stopped`` follows.
        case stopStream
        case pauseStream
        case resumeStream
        case stateChanged(SessionState)
        case refuse(Refusal)
    }

    /// Why a command was refused.
    package enum Refusal: String, Hashable, Sendable, Codable {
        /// The stream is already playing or connecting.
        case alreadyPlaying
        case nothingPlays
        case nothingPaused
    }
}
