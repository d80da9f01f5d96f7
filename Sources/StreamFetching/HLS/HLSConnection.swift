import HLSStreaming
import Synchronization

/// The bytes of consecutive segments of an HLS stream that are decoded as one sequence.
package final class HLSConnection: LiveConnection {
    /// How its first audio relates to the last audio of the connection before.
    package let continuity: Continuity
    private let pipe = BytePipe(highWaterMark: 4 << 20)
    private let state = Mutex(State())
    private let onShortage: @Sendable (HLSConnection, Shortage) -> Void

    private struct State {
        var titles: [PositionedTitle] = []
        var markers: [PositionedMarker] = []
        /// How many bytes were written.
        var position = 0
        var isFinished = false
    }

    /// How many titles, and how many markers, are queued; the oldest are dropped first.
    private static let queuedCount = 1024

    init(
        _ continuity: Continuity,
        onShortage: @escaping @Sendable (HLSConnection, Shortage) -> Void
    ) {
        self.continuity = continuity
        self.onShortage = onShortage
    }

    /// Whether no more bytes come.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Appends a segment's bytes, titles and markers. Waits while the reader lags far behind.
    func write(_ segment: SegmentContent) async throws {
        state.withLock { state in
            for var title in segment.titles {
                title.position += state.position
                state.titles.append(title)
            }
            state.titles.removeFirst(max(0, state.titles.count - Self.queuedCount))
            for var marker in segment.markers {
                marker.position += state.position
                state.markers.append(marker)
            }
            state.markers.removeFirst(max(0, state.markers.count - Self.queuedCount))
            state.position += segment.bytes.count
        }
        try await pipe.write(segment.bytes)
    }

    /// Ends the bytes, with an error if they are incomplete.
    func finish(throwing error: (any Error)? = nil) {
        state.withLock { $0.isFinished = true }
        pipe.finish(throwing: error)
    }
}

extension HLSConnection {
    package var contentType: String? { nil }

    package func takeTitles(before position: Int) -> [PositionedTitle] {
        state.withLock { state in
            let count = state.titles.prefix { $0.position <= position }.count
            defer { state.titles.removeFirst(count) }
            return Array(state.titles.prefix(count))
        }
    }

    package func takeMarkers(before position: Int) -> [PositionedMarker] {
        state.withLock { state in
            let count = state.markers.prefix { $0.position <= position }.count
            defer { state.markers.removeFirst(count) }
            return Array(state.markers.prefix(count))
        }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try pipe.read(into: buffer)
    }

    package var size: Int? { nil }

    package func seek(to position: Int) -> Bool { false }

    package func breakOff(because shortage: Shortage) { onShortage(self, shortage) }

    package func cancel() {
        state.withLock { $0.isFinished = true }
        pipe.cancel()
    }
}
