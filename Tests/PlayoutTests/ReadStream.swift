import Foundation
import MediaTime
import PCMAudio
import Playout
import StreamFetching
import Synchronization
import TestSignals

/// A file reader with all its output.
final class ReadStream: Sendable {
    let reader: FileReader
    private let log: EventLog

    init(_ bytes: [UInt8], from frame: FrameTime = .zero) {
        let log = EventLog()
        self.log = log
        reader = FileReader(reading: MemoryByteReader(bytes), from: frame) { log.add($0) }
    }

    var events: [ReaderEvent] { log.events }

    /// All samples from here to the end, as they would play.
    func toItsEnd() throws -> [Float] {
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        return samples
    }
}

/// Events from another thread, in order.
final class EventLog: Sendable {
    private let all = Mutex<[ReaderEvent]>([])
    private let over = DispatchSemaphore(value: 0)
    private let behind = DispatchSemaphore(value: 0)
    private let kept = DispatchSemaphore(value: 0)

    var events: [ReaderEvent] { all.withLock { $0 } }

    /// How a live stream continued after each interruption.
    var continuations: [ReaderEvent.Continuation] {
        events.compactMap {
            if case .reconnected(let continuation) = $0 { continuation } else { nil }
        }
    }

    func add(_ event: ReaderEvent) {
        all.withLock { $0.append(event) }
        switch event {
        case .ended, .failed: over.signal()
        case .leftBehind: behind.signal()
        case .kept: kept.signal()
        case .opened, .formatChanged, .spliced, .concealed, .title, .cue, .tag, .connectionLost,
            .reconnected:
            break
        }
    }

    /// Waits for the last event, and throws its error if it is a failure.
    func waitForEnd() throws {
        over.wait()
        if case .failed(let error) = events.last { throw error }
    }

    /// The reported lengths of the kept part, each time that there was no room for all of it.
    var keptLengths: [Duration] {
        events.compactMap { if case .kept(let length) = $0 { length } else { nil } }
    }

    /// Waits until a kept length of `length` is reported. Returns `false` if it is not.
    func waitUntilKept(_ length: Duration) -> Bool {
        while !keptLengths.contains(length) {
            guard kept.wait(timeout: .now() + 30) == .success else { return false }
        }
        return true
    }

    /// Waits until a reader was left behind, and returns the oldest frame kept at that time;
    /// `nil` if that does not happen.
    func waitToBeLeftBehind() -> FrameTime? {
        guard behind.wait(timeout: .now() + 10) == .success else { return nil }
        return events.lazy.compactMap { event in
            if case .leftBehind(let oldest) = event { oldest } else { nil }
        }.first
    }
}

extension SampleStore {
    /// Reads up to the source's end, and releases the frames read.
    func drained() -> [Float] {
        var samples: [Float] = []
        var frame = start
        while true {
            waitForData(through: frame)
            let ready = readyEnd
            if ready > frame {
                samples += self.samples(in: FrameRange(frame, ready))
                frame = ready
                handle.release(before: frame)
            } else if end <= frame {
                return samples
            }
        }
    }

    /// The samples from `frame` to the newest, interleaved.
    func samples(from frame: FrameTime) -> [Float] {
        samples(in: FrameRange(frame, readyEnd))
    }
}
