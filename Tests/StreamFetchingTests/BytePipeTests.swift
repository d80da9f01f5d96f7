import StreamFetching
import Synchronization
import TestServers
import Testing

@Suite("Byte pipe", .timeLimit(.minutes(1)))
struct BytePipeTests {
    private struct Fault: Error, Equatable {}

    @Test("bytes arrive in order, whatever the sizes", arguments: [1, 7, 100, 5000], [1, 64, 900])
    func order(readSize: Int, highWaterMark: Int) async throws {
        let pipe = BytePipe(highWaterMark: highWaterMark)
        let all = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        async let received = onThread { try pipe.readAll(by: readSize) }
        var rest = all[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(Int.random(in: 1...300))
            try await pipe.write(Array(chunk))
            rest = rest.dropFirst(chunk.count)
        }
        pipe.finish()
        #expect(try await received == all)
    }

    @Test("a read that has no room takes nothing and does not wait")
    func noRoom() async throws {
        let pipe = BytePipe()
        let none = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        #expect(try pipe.read(into: none) == 0)
        try await pipe.write([1])
        #expect(try pipe.read(into: none) == 0)
        #expect(pipe.bufferedByteCount == 1)
    }

    @Test("a producer waits until the reader makes room")
    func backPressure() async throws {
        let pipe = BytePipe(highWaterMark: 1000)
        let chunkCount = 500
        let most = Atomic<Int>(0)
        let producer = Task {
            for _ in 0..<chunkCount {
                try await pipe.write(Array(repeating: 1, count: 100))
                most.max(pipe.bufferedByteCount, ordering: .relaxed)
            }
            pipe.finish()
        }
        let received = try await onThread { try pipe.readAll(by: 10).count }
        try await producer.value
        #expect(received == chunkCount * 100)
        #expect(most.load(ordering: .relaxed) <= 1099)
    }

    @Test("a reader that waits gets a portion at once, or what there is at the end")
    func portions() async throws {
        let waiting = BytePipe(portion: 100, within: .seconds(3600))
        let whole = Task { try await onThread { try waiting.readOnce(300) } }
        while !waiting.isReaderWaiting { await Task.yield() }
        try await waiting.write(Array(repeating: 1, count: 99))
        #expect(waiting.isReaderWaiting)
        try await waiting.write([2])
        #expect(try await whole.value.count == 100)
        let short = BytePipe(portion: 100)
        try await short.write([1, 2])
        #expect(try short.readOnce(10) == [1, 2])
    }

    @Test("a reader that waits too long for a portion gets what there is")
    func slowPortions() async throws {
        let pipe = BytePipe(portion: 100, within: .milliseconds(1))
        let first = Task { try await onThread { try pipe.readOnce(300) } }
        while !pipe.isReaderWaiting { await Task.yield() }
        try await pipe.write([1, 2])
        #expect(try await first.value == [1, 2])
        let rest = Task { try await onThread { try pipe.readOnce(300) } }
        while !pipe.isReaderWaiting { await Task.yield() }
        pipe.finish()
        #expect(try await rest.value == [])
    }

    @Test("an error comes after the bytes that were written before it")
    func failure() async throws {
        let pipe = BytePipe()
        try await pipe.write([1, 2, 3])
        pipe.finish(throwing: Fault())
        #expect(try pipe.readOnce(10) == [1, 2, 3])
        #expect(throws: Fault.self) { try pipe.readOnce(10) }
    }

    @Test("cancelling ends a waiting read, a waiting write, and every later one")
    func cancellation() async throws {
        let empty = BytePipe()
        let read = Task { try await onThread { try empty.readOnce(1) } }
        empty.cancel()
        #expect(empty.bufferedByteCount == 0)
        await #expect(throws: CancellationError.self) { try await read.value }
        #expect(throws: CancellationError.self) { try empty.readOnce(1) }

        let full = BytePipe(highWaterMark: 1)
        try await full.write([1])
        let write = Task { try await full.write([2]) }
        full.cancel()
        #expect(full.bufferedByteCount == 0)
        await #expect(throws: CancellationError.self) { try await write.value }
        await #expect(throws: CancellationError.self) { try await full.write([3]) }
    }

    @Test("a producer whose task is cancelled stops waiting for room")
    func cancelledProducer() async throws {
        let pipe = BytePipe(highWaterMark: 1)
        try await pipe.write([1])
        let producer = Task { try await pipe.write([2]) }
        producer.cancel()
        await #expect(throws: CancellationError.self) { try await producer.value }
        #expect(try pipe.readOnce(10) == [1])
    }
}
