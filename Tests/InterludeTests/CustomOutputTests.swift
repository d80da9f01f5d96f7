import AudioSinks
import Foundation
import Interlude
import MediaTime
import Synchronization
import TestFiles
import TestServers
import Testing

@Suite("An output of an app", .timeLimit(.minutes(1)))
struct CustomOutputTests {
    private static let spotFrameCount = 12_000
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "gets every sample of a break, in order, in real time and in virtual time",
        arguments: [AudioOutput.Clock.virtual, .real])
    func samples(clock: AudioOutput.Clock) async throws {
        let output = MemoryOutput(hasClock: clock == .real)
        let listener = Listener()
        // A busy machine takes a while to open the file, and then the spot.
        let (frameCount, push) = clock == .real ? (192_000, 48_000) : (48_000, 12_000)
        let end = try await play(
            to: .custom(output, clock: clock), listener, lasting: frameCount, pushingAt: push)
        #expect(end == .asked)
        let start = try #require(listener.frame(of: "slot.started"))
        let length = Self.spotFrameCount
        #expect(listener.frame(of: "slot.completed") == start + length)
        if clock == .virtual { #expect(start == 12_000) }
        let sound = output.samples
        #expect(sound.count == 2 * frameCount)
        // In real time there is silence until the file is open. Frame 0 of the file is silent too.
        let first = try #require(sound.firstIndex { $0 != 0 }) / 2 - 1
        if clock == .virtual { #expect(first == 0) }
        try #require(first <= start && start + length <= frameCount)
        #expect(sound[2 * first..<2 * start] == MadeStreams.index[..<(2 * (start - first))])
        #expect(sound[2 * start..<2 * (start + length)].allSatisfy { $0 == 0.5 })
        let rest = 2 * (start + length)..<2 * frameCount
        #expect(
            sound[rest]
                == MadeStreams.index[rest.lowerBound - 2 * first..<rest.upperBound - 2 * first])
        #expect(output.isContinuous)
        #expect(output.closeCount == 1)
    }

    @Test("keeps no more queued than asked for, if it says how much is unheard")
    func queue() async throws {
        let output = MemoryOutput(hasClock: true)
        var custom = AudioOutput.custom(output)
        custom.latency = .milliseconds(100)
        #expect(try await play(to: custom, Listener()) == .asked)
        #expect(output.mostQueued <= 4800 && output.mostQueued > 3800)
    }

    @Test("that never says that all was heard does not keep the session from its end")
    func fixedLatency() async throws {
        let output = MemoryOutput(hasClock: true, neverHearing: 480)
        #expect(try await play(to: .custom(output), Listener()) == .asked)
        #expect(output.samples.count == 2 * 48_000)
        #expect(output.closeCount == 1)
    }

    @Test("that blocks for good does not keep a stopped session from its end")
    func blocked() async throws {
        let gate = Gate()
        defer { gate.open() }
        let output = MemoryOutput(blockingAt: 24_000, until: gate)
        let programme = folder.file("programme.wav")
        try Data(WAVBytes.file(Array(MadeStreams.index[..<192_000])))
            .write(to: URL(filePath: programme))
        let session = AudioSession(
            SessionConfiguration(source: programme), output: .custom(output))
        try session.play()
        try await output.blocks()
        #expect(await session.send(.stop) == .accepted)
        guard case .failed(let failure) = await session.ended() else {
            Issue.record("it ended as if all was heard")
            return
        }
        #expect(failure.kind == .output)
        #expect(failure.description == "the output has taken nothing for 5 s after the stop")
    }

    @Test("that fails ends the session with its words")
    func failure() async throws {
        let output = MemoryOutput(failingAt: 24_000)
        let listener = Listener()
        let end = try await play(to: .custom(output, clock: .virtual), listener)
        guard case .failed(let failure) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(failure.kind == .output)
        #expect(failure.description == "the app's output failed: the speaker is off [31m")
        #expect(output.closeCount == 0)
        #expect(listener.records.last?.event == "session.failed")
        #expect(listener.records.last?.json["reason"] == .string(failure.description))
    }

    @Test("is equal to itself only")
    func equality() {
        let output = MemoryOutput()
        #expect(AudioOutput.custom(output) == .custom(output))
        #expect(AudioOutput.custom(output) != .custom(MemoryOutput()))
        #expect(AudioOutput.custom(output).device.name == "custom")
    }

    /// Plays the beginning of a file, a second if not told otherwise, with a spot after a quarter.
    private func play(
        to output: AudioOutput, _ listener: Listener, lasting frameCount: Int = 48_000,
        pushingAt push: Int = 12_000
    ) async throws -> SessionEnd {
        let programme = folder.file("programme.wav")
        let spot = folder.file("spot.wav")
        try Data(WAVBytes.file(Array(MadeStreams.index[..<(2 * (frameCount + 48_000))])))
            .write(to: URL(filePath: programme))
        try Data(WAVBytes.file([Float](repeating: 0.5, count: 2 * Self.spotFrameCount)))
            .write(to: URL(filePath: spot))
        var configuration = SessionConfiguration(source: programme)
        configuration.loudness = .off
        configuration.fade = .zero
        configuration.duration = .frames(frameCount)
        let ferry = Advertisement(id: 1, title: "Ferry", audioFileURL: spot)
        configuration.script = [.init(at: FrameTime(Int64(push)), .push([ferry]))]
        let session = AudioSession(configuration, output: output)
        session.addDelegate(listener)
        try session.play()
        return await session.ended()
    }
}

extension Listener {
    /// The frame of the first event of that name.
    fileprivate func frame(of event: String) -> Int? {
        records.first { $0.event == event }.map { Int($0.frame) }
    }
}

/// An output that keeps what it gets. With a clock, it hears it in time.
private final class MemoryOutput: CustomOutput {
    private let state = Mutex(State())
    private let hasClock: Bool
    private let limit: Int
    private let latency: Int
    private let gate: Gate?
    private let arrivals = Arrivals()

    private struct State {
        var samples: [Float] = []
        var isContinuous = true
        var isBlocked = false
        var closeCount = 0
        var mostQueued = 0
        /// The frames heard at `time`.
        var heard = 0.0
        var time = MonotonicTime.now
    }

    private struct SpeakerIsOff: Error, CustomStringConvertible {
        var description: String { "the speaker is off\u{1B}[31m" }
    }

    /// Counts `latency` frames as unheard at all times.
    init(hasClock: Bool = false, neverHearing latency: Int = 0, failingAt limit: Int = .max) {
        self.hasClock = hasClock
        self.latency = latency
        self.limit = limit
        gate = nil
    }

    /// Blocks at frame `limit` until `gate` is open.
    init(blockingAt limit: Int, until gate: Gate) {
        hasClock = false
        latency = 0
        self.limit = limit
        self.gate = gate
    }

    /// Returns once it blocks.
    func blocks() async throws {
        try await arrivals.wait(for: "blocked") { state.withLock { $0.isBlocked } }
    }

    var samples: [Float] { state.withLock { $0.samples } }
    var isContinuous: Bool { state.withLock { $0.isContinuous } }
    var closeCount: Int { state.withLock { $0.closeCount } }
    var mostQueued: Int { state.withLock { $0.mostQueued } }

    func play(_ samples: Span<Float>, from frame: FrameTime) throws {
        if frame.frames >= limit {
            guard let gate else { throw SpeakerIsOff() }
            state.withLock { $0.isBlocked = true }
            arrivals.note("blocked")
            gate.wait()
        }
        state.withLock { state in
            Self.advance(&state)
            if Int(frame.frames) * 2 != state.samples.count { state.isContinuous = false }
            for index in samples.indices { state.samples.append(samples[index]) }
            let queued = state.samples.count / 2 - Int(saturating: state.heard)
            state.mostQueued = max(state.mostQueued, queued)
        }
    }

    var unheardFrameCount: Int? {
        guard hasClock else { return nil }
        return state.withLock { state in
            Self.advance(&state)
            return max(latency, state.samples.count / 2 - Int(saturating: state.heard))
        }
    }

    func close() { state.withLock { $0.closeCount += 1 } }

    private static func advance(_ state: inout State) {
        let now = MonotonicTime.now
        let passed = now.seconds(since: state.time) * 48_000
        state.heard = min(state.heard + passed, Double(state.samples.count / 2))
        state.time = now
    }
}
