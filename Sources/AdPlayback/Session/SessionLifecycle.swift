/// Moves a session from state to state, and refuses what is not a move (contracts M5 and M9).
package struct SessionLifecycle: Hashable, Sendable {
    package private(set) var state: SessionState = .idle

    /// The stream that is, or was last, played.
    package private(set) var stream: String?

    /// The stream that is played once the present one has stopped.
    package private(set) var next: String?

    /// What was there before the connection was lost, so that a pause outlives it.
    private var interrupted: Transport = .running

    package init() {}

    /// Whether a pause was allowed and not taken back, also while the stream is connected anew.
    package var isPaused: Bool { state.isActive && interrupted == .paused }

    private enum Transport: Hashable {
        case running
        case paused
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
        interrupted = .running
        state = .connecting
        return [.connect(id)]
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
        guard state == .playing || state == .buffering else { return [.refuse(.nothingPlays)] }
        interrupted = .paused
        state = .pausing
        return [.pauseStream]
    }

    private mutating func resume() -> [Effect] {
        guard isPaused else { return [.refuse(.nothingPaused)] }
        interrupted = .running
        if state == .pausing || state == .paused { state = .playing }
        return [.resumeStream]
    }
}

// MARK: - What the stream does

extension SessionLifecycle {
    private mutating func connected() -> [Effect] {
        guard state == .connecting || state == .reconnecting else { return [] }
        state = .buffering
        return []
    }

    private mutating func bufferFilled() -> [Effect] {
        guard state == .buffering else { return [] }
        switch interrupted {
        case .running: state = .playing
        case .paused: state = .paused
        }
        return []
    }

    private mutating func bufferEmptied() -> [Effect] {
        guard state == .playing else { return [] }
        state = .buffering
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
        case .reconnecting:
            state = .lost
            return [.stopStream]
        case .idle, .buffering, .playing, .pausing, .paused, .stopping, .stopped, .failed, .lost:
            return []
        }
    }

    private mutating func pauseHeard() -> [Effect] {
        guard state == .pausing else { return [] }
        state = .paused
        return []
    }

    private mutating func stopped() -> [Effect] {
        guard state == .stopping else { return [] }
        if let next { return connect(next) }
        state = .stopped
        return []
    }
}
