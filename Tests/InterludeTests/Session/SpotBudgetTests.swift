import Advertising
import AdPlayback
import Foundation
import HTTPAccess
import Interlude
import PCMAudio
import Synchronization
import TestFiles
import Testing

@Suite("The budget of a session's spots", .timeLimit(.minutes(5)))
struct SpotBudgetTests {
    private let folder: TemporaryFolder
    private let client = WebClient(configuration: WebClientConfiguration())

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A WAV file of silence: one channel of bytes at 8 kHz.
    private func spot(seconds: Int) throws -> String {
        func number(_ value: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) }
        }
        let count = seconds * 8000
        let format = number(0x1_0001) + number(8000) + number(8000) + number(0x8_0001)
        let head =
            Array("RIFF".utf8) + number(36 + count) + Array("WAVEfmt ".utf8) + number(16) + format
        let bytes =
            head + Array("data".utf8) + number(count) + [UInt8](repeating: 0x80, count: count)
        return try folder.write(bytes, to: "\(seconds).wav")
    }

    /// Loads the spot at `path`; returns its last event.
    private func load(
        _ path: String, declared: Duration? = nil, startingAt offset: Duration = .zero,
        from spots: FetchedSpots
    ) async -> SpotEvent {
        var advertisement = Advertisement(id: 1, title: "spot", audioFileURL: path)
        advertisement.duration = declared
        advertisement.startOffset = offset
        let (news, continuation) = AsyncStream.makeStream(of: SpotEvent.self)
        let load = spots.load(advertisement, deadlines: SpotDeadlines()) { continuation.yield($0) }
        defer { withExtendedLifetime(load) {} }
        for await one in news {
            switch one {
            case .connected, .received, .arrived: continue
            case .loaded, .failed: return one
            }
        }
        return .connected
    }

    private func reason(of news: SpotEvent) -> SpotFailure? {
        if case .failed(let failure) = news { failure } else { nil }
    }

    @Test("a declared length makes no spot longer than ten minutes", arguments: [nil, 90_000])
    func declared(seconds: Int?) async throws {
        let budget = MemoryBudget(byteCount: 512 << 20)
        let spots = FetchedSpots(client: client, countedBy: budget)
        let news = await load(
            try spot(seconds: 700), declared: seconds.map { .seconds($0) }, from: spots)
        let failure = try #require(reason(of: news))
        #expect(failure.reason == .overran)
        #expect(failure.words.contains("600"))
        #expect(budget.usedByteCount == 0)
    }

    @Test(
        "a spot may be ten seconds longer than declared, and no more",
        arguments: [(12, true), (13, false), (1, true)])
    func longer(seconds: Int, isLoaded: Bool) async throws {
        let budget = MemoryBudget(byteCount: 64 << 20)
        let spots = FetchedSpots(client: client, countedBy: budget)
        let news = await load(try spot(seconds: seconds), declared: .seconds(2), from: spots)
        switch news {
        case .loaded(let loaded):
            #expect(isLoaded)
            #expect(loaded.frameCount == seconds * 48_000)
            // Only its samples still count, not the bytes of the file.
            #expect(budget.usedByteCount == loaded.frameCount * 8)
        case .failed(let failure):
            #expect(!isLoaded)
            #expect(failure.reason == .overran)
            #expect(budget.usedByteCount == 0)
        case .connected, .received, .arrived:
            Issue.record("it was neither loaded nor rejected")
        }
    }

    @Test("a spot reports once that it is connected, first, and once that it has arrived, last")
    func connected() async throws {
        let budget = MemoryBudget(byteCount: 512 << 20)
        let spots = FetchedSpots(client: client, countedBy: budget)
        let (news, continuation) = AsyncStream.makeStream(of: SpotEvent.self)
        let load = spots.load(
            Advertisement(id: 1, title: "spot", audioFileURL: try spot(seconds: 60)),
            deadlines: SpotDeadlines()
        ) { continuation.yield($0) }
        defer { withExtendedLifetime(load) {} }
        var words: [String] = []
        for await one in news {
            switch one {
            case .connected: words.append("connected")
            case .received: if words.last != "received" { words.append("received") }
            case .arrived: words.append("arrived")
            case .loaded, .failed: continuation.finish()
            }
        }
        #expect(words == ["connected", "received", "arrived"])
    }

    @Test("a rejected spot is not decoded to its end, and its memory is returned")
    func cancelled() async throws {
        let budget = MemoryBudget(byteCount: 512 << 20)
        let spots = FetchedSpots(client: client, countedBy: budget)
        let isLoaded = Mutex(false)
        let long = spots.load(
            Advertisement(id: 1, title: "spot", audioFileURL: try spot(seconds: 599)),
            deadlines: SpotDeadlines()
        ) { news in
            if case .loaded = news { isLoaded.withLock { $0 = true } }
        }
        while budget.usedByteCount < 32 << 20 { await Task.yield() }
        long.cancel()
        while budget.usedByteCount > 0 { await Task.yield() }
        // Nothing is decoded while the next one waits for its turn.
        guard case .loaded = await load(try spot(seconds: 1), from: spots) else {
            Issue.record("the next spot was not loaded")
            return
        }
        #expect(!isLoaded.withLock { $0 })
    }

    @Test("a spot that can never fit fails with one reason, and its memory is returned")
    func tooLarge() async throws {
        let budget = MemoryBudget(byteCount: 9 << 20)
        let spots = FetchedSpots(client: client, countedBy: budget)
        let failure = try #require(reason(of: await load(try spot(seconds: 60), from: spots)))
        #expect(failure.reason == .overran)
        #expect(failure.words.contains("9 MiB"))
        #expect(budget.usedByteCount == 0)
    }

    @Test("a spot that has no room is loaded once others give memory back")
    func waits() async throws {
        let budget = MemoryBudget(byteCount: 40 << 20)
        let others = MemoryClaim(on: budget)
        #expect(others.grow(by: 30 << 20))
        let spots = FetchedSpots(client: client, countedBy: budget, waitingForRoom: .seconds(60))
        async let news = load(try spot(seconds: 60), from: spots)
        // It takes what is left, finds that too little, and returns it.
        while budget.usedByteCount == 30 << 20 { await Task.yield() }
        while budget.usedByteCount > 30 << 20 { await Task.yield() }
        others.shrink(to: 0)
        guard case .loaded(let loaded) = try await news else {
            Issue.record("the spot was not loaded")
            return
        }
        #expect(loaded.frameCount == 60 * 48_000)
        #expect(budget.usedByteCount == loaded.frameCount * 8)
    }

    @Test("a spot that has no room fails if others give none back")
    func fails() async throws {
        let budget = MemoryBudget(byteCount: 40 << 20)
        let others = MemoryClaim(on: budget)
        #expect(others.grow(by: 30 << 20))
        let spots = FetchedSpots(client: client, countedBy: budget, waitingForRoom: .zero)
        let failure = try #require(reason(of: await load(try spot(seconds: 60), from: spots)))
        #expect(failure.words.contains("40 MiB"))
        #expect(budget.usedByteCount == 30 << 20)
    }

    @Test("D5: a spot that is joined has only what comes after the place where it is")
    func joined() async throws {
        let spots = FetchedSpots(client: client)
        let news = try await load(spot(seconds: 4), startingAt: .seconds(3), from: spots)
        guard case .loaded(let spot) = news else {
            Issue.record("it is \(news)")
            return
        }
        #expect(spot.frameCount == 48_000)
    }
}
