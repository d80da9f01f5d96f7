import Dispatch
import StreamFetching
import Synchronization

/// Returns a test's own connections.
final class ScriptedProvider: ConnectionProvider {
    struct GivenUp: Error, Equatable {}

    enum Ending {
        case end
        case giveUp
        /// After the last connection it waits until it is cancelled.
        case wait
    }

    private let connections: Mutex<[ScriptedConnection]>
    private let ending: Ending
    private let cancelled = DispatchSemaphore(value: 0)
    private let current = Mutex<ScriptedConnection?>(nil)
    private let hasEnded = Mutex(false)

    init(_ connections: [ScriptedConnection], then ending: Ending = .end) {
        self.connections = Mutex(connections.reversed())
        self.ending = ending
    }

    func nextConnection() throws -> ScriptedConnection? {
        if let next = connections.withLock({ $0.popLast() }) {
            current.withLock { $0 = next }
            return next
        }
        switch ending {
        case .end: return nil
        case .giveUp: throw GivenUp()
        case .wait:
            cancelled.wait()
            throw CancellationError()
        }
    }

    /// Whether the reader needs no more connections.
    var isCancelled: Bool { hasEnded.withLock { $0 } }

    func cancel() {
        hasEnded.withLock { $0 = true }
        current.withLock { $0?.cancel() }
        cancelled.signal()
    }
}

/// A connection whose bytes are all available, or that stalls at some point.
final class ScriptedConnection: LiveConnection {
    let contentType: String?
    private let bytes: [UInt8]
    private let stalls: Bool
    private let pause: Pause?
    private let titles: Mutex<[PositionedTitle]>
    private let markers: Mutex<[PositionedMarker]>
    private let position = Mutex(0)
    private let brokenOff = Mutex<Shortage?>(nil)
    private let cancelled = DispatchSemaphore(value: 0)

    /// Signalled when all bytes were read and more are requested, for a connection that then
    /// stalls.
    let stalled = DispatchSemaphore(value: 0)

    init(
        _ bytes: [UInt8], contentType: String? = nil, titles: [(String, Int)] = [],
        markers: [PositionedMarker] = [],
        stallsAtEnd stalls: Bool = false, pausing pause: Pause? = nil
    ) {
        self.bytes = bytes
        self.contentType = contentType
        self.stalls = stalls
        self.pause = pause
        self.titles = Mutex(titles.map { PositionedTitle(text: $0.0, position: $0.1) })
        self.markers = Mutex(markers)
    }

    let size: Int? = nil

    /// A place in the bytes where a connection waits for a test.
    struct Pause {
        var position: Int
        let isOver = DispatchSemaphore(value: 0)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let pause, position.withLock({ $0 }) == pause.position { pause.isOver.wait() }
        let count = position.withLock { position in
            var count = min(buffer.count, 1400, bytes.count - position)
            if let pause, position < pause.position {
                count = min(count, pause.position - position)
            }
            buffer.copyBytes(from: bytes[position..<(position + count)])
            position += count
            return count
        }
        if count == 0, stalls {
            stalled.signal()
            cancelled.wait()
            cancelled.signal()
            throw CancellationError()
        }
        return count
    }

    func seek(to position: Int) -> Bool { false }

    func cancel() { cancelled.signal() }

    /// Why the reader has broken it off; `nil` if it has not.
    var shortage: Shortage? { brokenOff.withLock { $0 } }

    func breakOff(because shortage: Shortage) {
        brokenOff.withLock { $0 = shortage }
        cancelled.signal()
    }

    func takeTitles(before position: Int) -> [PositionedTitle] {
        titles.withLock { titles in
            let count = titles.prefix { $0.position <= position }.count
            defer { titles.removeFirst(count) }
            return Array(titles.prefix(count))
        }
    }

    func takeMarkers(before position: Int) -> [PositionedMarker] {
        markers.withLock { markers in
            let count = markers.prefix { $0.position <= position }.count
            defer { markers.removeFirst(count) }
            return Array(markers.prefix(count))
        }
    }
}
