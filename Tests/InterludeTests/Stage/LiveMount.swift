import Advertising
import AudioSinks
import Foundation
import HTTPAccess
import Interlude
import MediaTime
import Synchronization
import TestFiles
import TestServers

/// A session in real time that plays a live mount over HTTP, with spots from files.
///
/// The mount sends the samples of ``MadeStreams`` without a loss: first ``firstCount`` frames, and
/// once these are heard everything up to ``edge``, which is the live edge from then on.
enum LiveMount {
    /// Whole packets of a demuxed WAV file, so that every sent frame is received. Three seconds,
    /// because on a busy machine the rest takes a while to arrive.
    static let firstCount = 288 * 512
    static let edge = 938 * 512

    /// How many frames of the stream are heard after the spot.
    static let restCount = 48_000

    /// Plays until ``restCount`` frames after the spot are heard; `spot` is the content of every
    /// spot's file. `course` sends commands to the session as the listener's calls tell it to: a
    /// busy machine takes a while for each.
    static func run(
        spot: [Float], _ course: (AudioSession, MountListener) async throws -> Void
    ) async throws -> Outcome {
        let folder = try TemporaryFolder()
        let path = folder.file("heard.wav")
        let recording = folder.file("recording")
        try folder.write(WAVBytes.file(spot), to: "spot.wav")
        let isHeard = Gate()
        // Before the request: a busy machine takes longer for it than the client waits.
        let answer = Self.answer(goingOnAfter: isHeard)
        let server = FaultServer { _, _ in answer }
        defer { server.stop() }
        var options = SessionOptions()
        options.recording = .file(path: recording)
        let session = AudioSession(configuration(of: server), options: options) {
            let client = WebClient(configuration: WebClientConfiguration())
            var parts = SessionParts(
                sink: try WAVSink(path: path, format: .float32, clock: .real(speed: 1)),
                clock: .real,
                streams: PlayableStreams(
                    client: client, giveUp: .zero, maxDelay: .seconds(300),
                    for: .byClock),
                spots: FetchedSpots(client: client))
            parts.levels = .measured
            return parts
        }
        let listener = Listener()
        let mountListener = MountListener(spotFile: folder.file("spot.wav"))
        let opener = GateOpener(isHeard, at: "session.playing")
        session.addDelegate(listener)
        session.addDelegate(mountListener)
        session.addDelegate(opener)
        try session.play()
        try await course(session, mountListener)
        try await mountListener.hears(Self.restCount, after: "slot.completed")
        _ = await session.send(.stop)
        let end = await session.ended()
        withExtendedLifetime(opener) {}
        return Outcome(
            sound: try Sound(readingWAV: path), records: listener.records, calls: listener.calls,
            end: end, recording: try Data(contentsOf: URL(filePath: recording)))
    }

    /// The initial buffer is all that is sent at first, so that the listener begins that far behind
    /// live, except for the 12 ms that a decoder holds back.
    private static func configuration(of server: FaultServer) -> SessionConfiguration {
        var configuration = SessionConfiguration(source: server.address("/live"))
        configuration.loudness = .off
        configuration.startThreshold = .frames(Self.firstCount - 576)
        return configuration
    }

    private static func answer(goingOnAfter isHeard: Gate) -> [FaultServer.Step] {
        let first = MadeStreams.index[..<(2 * firstCount)]
        let rest = MadeStreams.index[(2 * firstCount)..<(2 * edge)]
        return [
            .head("200 OK", "Content-Type: audio/wav", "icy-name: test"),
            .send(WAVBytes.header()), .send(WAVBytes.body(first)), .wait(isHeard),
            .send(WAVBytes.body(rest)), .stall,
        ]
    }
}

/// Lets a test of a ``LiveMount`` wait for what its listener has heard.
final class MountListener: AudioSessionDelegate {
    /// The spot that the test pushes.
    let spot: Advertisement
    private let arrivals = Arrivals()
    private let state = Mutex(State())

    private struct State {
        var isReceived = false
        var frames: [String: [FrameTime]] = [:]
        var rest: (count: Int, event: String)?
        var heard = FrameTime.zero

        var isRestHeard: Bool {
            guard let rest, let start = frames[rest.event]?.last else { return false }
            return heard - start >= rest.count
        }
    }

    init(spotFile: String) {
        spot = Advertisement(id: 1, title: "late", audioFileURL: spotFile)
    }

    /// Returns once the session has received all that the mount sends.
    func receives() async throws {
        try await arrivals.wait(for: "all") { state.withLock { $0.isReceived } }
    }

    /// Returns once there are `count` events of that name.
    func hears(_ event: String, count: Int = 1) async throws {
        try await arrivals.wait(for: "\(event) \(count)") {
            state.withLock { $0.frames[event, default: []].count >= count }
        }
    }

    /// Returns once `count` frames after the last event of that name are heard.
    func hears(_ count: Int, after event: String) async throws {
        try await arrivals.wait(for: "rest") {
            state.withLock { state in
                state.rest = (count, event)
                return state.isRestHeard
            }
        }
    }

    func onAvailableDelayChanged(_ delay: Duration) {
        guard delay >= .frames(LiveMount.edge) else { return }
        state.withLock { $0.isReceived = true }
        arrivals.note("all")
    }

    func onEvent(_ record: EventRecord) {
        let count = state.withLock { state in
            state.frames[record.event, default: []].append(FrameTime(record.frame))
            return state.frames[record.event, default: []].count
        }
        arrivals.note("\(record.event) \(count)")
    }

    func onLevelMeasured(_ level: HeardLevel) {
        let isRestHeard = state.withLock { state in
            state.heard = level.range.end
            return state.isRestHeard
        }
        if isRestHeard { arrivals.note("rest") }
    }
}
