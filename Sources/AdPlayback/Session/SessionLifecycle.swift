/// Moves a session from state to state, and refuses what is not a move (rules M5 and M9).
package struct SessionLifecycle: Hashable, Sendable {
    package private(set) var state: SessionState = .idle

    /// The stream that is, or was last, played.
    package private(set) var stream: String?

    /// The stream that is played once the present one has stopped.
    package private(set) var next: String?

    /// What the listener wants, whatever becomes of the connection, so that a pause outlives it.
    private var transport: Transport = .running

    /// What is there to be heard, whatever becomes of the connection and of a pause.
    private var buffer: Buffer = .empty

    package init() {}

    /// Whether a pause was allowed and not taken back, also while the stream is connected anew.
    package var isPaused: Bool { state.isActive && transport != .running }

    private enum Transport: Hashable {
        case running
        /// A pause is not heard yet.
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
        case .connected: connected()
        case .bufferFilled: bufferFilled()
        case .bufferEmptied: bufferEmptied()
        case .connectionLost: connectionLost()
        case .gaveUp: gaveUp()
        case .pause: pause()
        case .pauseHeard: pauseHeard()
        case .resume: resume()
        }
    }
}

// MARK: - What the listener asks for

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
            // A stop takes back a change of stream that waits for its turn.
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

    /// Whether something plays that can be paused; also while it is connected anew, since what was
    /// received before is heard.
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

// MARK: - What the stream does

extension SessionLifecycle {
    private mutating func connected() -> [Effect] {
        guard state == .connecting || state == .reconnecting else { return [] }
        state = connectedState
        return []
    }

    /// Where a session stands whose stream is connected.
    private var connectedState: SessionState {
        switch (transport, buffer) {
        case (.running, .empty): .buffering
        case (.running, .filled): .playing
        case (.pausing, _): .pausing
        case (.paused, _): .paused
        }
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
            // A first connection is tried again within connecting, until it is given up.
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
