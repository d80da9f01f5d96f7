import AudioEncoding
import AudioSinks
import PCMAudio

/// The heard audio of a session, encoded for any number of listeners.
///
/// Each format is encoded once, on the thread of a ``MixEncoding``, while it has listeners.
/// Listeners take chunks at their own pace and do not block each other. A listener more than ten
/// seconds behind is dropped. Callable from any thread.
final class LiveMix: Sendable {
    private let state = Guarded(State())

    private struct State {
        var audiences: [ListenFormat: Audience] = [:]
        var listeners: [Audience.Listener: ListenerState] = [:]
        var listenerCount = 0
        /// The heard audio for the encoder; `nil` before the session has started.
        var blocks: HeardBlocks?
        var figures = LiveMixFigures()
        var isOver = false

        /// Passes heard audio to the encoder while there are listeners.
        func resumeOrSuspend() {
            if audiences.values.contains(where: { $0.run != nil }) {
                blocks?.resume()
            } else {
                blocks?.suspend()
            }
            blocks?.interruptWait()
        }
    }

    private struct ListenerState {
        var format: ListenFormat
        var whenDropped: @Sendable () -> Void
        /// The listener has taken all chunks, and waits.
        var waiting: CheckedContinuation<EncodedChunk?, Never>?
    }

    /// The work done for listeners.
    var figures: LiveMixFigures {
        state.withLock { state in
            var figures = state.figures
            figures.listenerCount = state.audiences.values.reduce(0) { $0 + $1.listenerCount }
            return figures
        }
    }
}

// MARK: - Listeners

extension LiveMix {
    /// Adds a listener; `nil` after the end of the session.
    func join(
        _ format: ListenFormat, whenDropped: @escaping @Sendable () -> Void
    ) -> Audience.Listener? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            state.listenerCount += 1
            let listener = state.listenerCount
            state.listeners[listener] = ListenerState(format: format, whenDropped: whenDropped)
            state.audiences[format, default: Audience()].join(listener)
            state.resumeOrSuspend()
            return listener
        }
    }

    /// Removes a listener; a waiting one gets nothing more.
    func leave(_ listener: Audience.Listener) {
        let entry = state.withLock { state in
            let entry = state.listeners.removeValue(forKey: listener)
            if let entry {
                state.audiences[entry.format]?.leave(listener)
                state.resumeOrSuspend()
            }
            return entry
        }
        entry?.waiting?.resume(returning: nil)
    }

    /// Waits for the listener's next chunk; `nil` if there are no more.
    func next(for listener: Audience.Listener) async -> EncodedChunk? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let portion = state.withLock { state -> Audience.Portion in
                    guard let format = state.listeners[listener]?.format else { return .over }
                    let portion = state.audiences[format]?.take(for: listener) ?? .over
                    if portion == .notYet {
                        state.listeners[listener]?.waiting = continuation
                    }
                    return portion
                }
                switch portion {
                case .chunk(let chunk): continuation.resume(returning: chunk)
                case .notYet: break
                case .over: continuation.resume(returning: nil)
                }
            }
        } onCancel: {
            leave(listener)
        }
    }
}

// MARK: - The session's side

extension LiveMix {
    /// The session starts: heard audio arrives through `blocks` while there are listeners.
    func begin(with blocks: HeardBlocks) {
        state.withLock { state in
            state.blocks = blocks
            state.resumeOrSuspend()
        }
    }

    /// The runs of the formats with listeners.
    var runs: [ListenFormat: Int] {
        state.withLock { $0.audiences.compactMapValues(\.run) }
    }

    /// An encoder has started.
    func encoderStarted() {
        state.withLock { $0.figures.startedEncoderCount += 1 }
    }

    /// An encoder has ended.
    func encoderEnded() {
        state.withLock { $0.figures.endedEncoderCount += 1 }
    }

    /// Distributes the next chunk of a run.
    func publish(_ chunk: EncodedChunk, as format: ListenFormat, of run: Int) {
        var served: [(CheckedContinuation<EncodedChunk?, Never>, EncodedChunk)] = []
        let dropped = state.withLock { state in
            state.figures.packetCount += chunk.packets.count
            let late = state.audiences[format]?.add(chunk, of: run) ?? []
            let dropped = late.compactMap { state.listeners.removeValue(forKey: $0) }
            for (listener, entry) in state.listeners where entry.format == format {
                guard let waiting = entry.waiting,
                    case .chunk(let chunk)? = state.audiences[format]?.take(for: listener)
                else { continue }
                state.listeners[listener]?.waiting = nil
                served.append((waiting, chunk))
            }
            state.figures.droppedListenerCount += dropped.count
            if !dropped.isEmpty { state.resumeOrSuspend() }
            return dropped
        }
        for (waiting, chunk) in served { waiting.resume(returning: chunk) }
        for entry in dropped { entry.whenDropped() }
    }

    /// A format, or the whole session, has ended: waiting listeners get nothing, and the others the
    /// kept chunks.
    func end(_ ending: Ending) {
        let waiting = state.withLock { state in
            switch ending {
            case .session:
                state.isOver = true
                for format in state.audiences.keys { state.audiences[format]?.end() }
            case .format(let format, let run):
                guard state.audiences[format]?.run == run else { break }
                state.audiences[format]?.end()
            }
            let ended = state.listeners.filter { state.audiences[$0.value.format]?.run == nil }
            for listener in ended.keys { state.listeners[listener]?.waiting = nil }
            return ended.values.compactMap(\.waiting)
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    enum Ending {
        case session
        case format(ListenFormat, run: Int)
    }
}
