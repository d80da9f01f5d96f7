import AudioSinks
import Dispatch
import Foundation
import Glibc
import Interlude
import MediaTime
import PlayerControl
import SinkMonitor
import Synchronization

@testable import LatencyMeasuring

/// A sink with scripted players, in place of a sound server with real ones.
///
/// A player is a program that notes how it was started; see ``ScriptedStage``. The thread of this
/// sink answers the player's requests, and captures what it would play, faster than in real time.
/// A frame is heard 20 ms after the fragment with it was captured.
final class ScriptedSink: SinkCapture, AudioSink {
    /// How the players behave.
    struct Script: Sendable {
        /// What a break plays: the frames of silence before and after the spot, the parts of the
        /// spot, and by how many frames the stream then moves.
        var gaps = [0, 0]
        var parts = [0..<CodedSound.spot.frameCount]
        var move = 0
        /// The underruns that a player reports, one after the other.
        var underruns = [0, 0]
        /// What a player answers to requests other than for its status; `nil` to obey them.
        var refusal: String?
        /// What a player makes of the marked breaks of a live stream.
        var broadcast = ScriptedBroadcast.Manner()
        /// The text of the event log.
        var events = ""
        /// How many seconds before the others the first fragment arrived, as after a longer time of
        /// capturing.
        var age = 0.0
    }

    private struct State {
        var output = ScriptedOutput()
        var underruns: ArraySlice<Int>
        var requests: [ControlRequest] = []
        var stopCount = 0
        var renderedCount = 0
        var isRendering = false
    }

    private let script: Script
    private let calls: String
    private let folder: ControlFolder
    private let state: Mutex<State>
    private let mustEnd = DispatchSemaphore(value: 0)

    init(on stage: LatencyStage, script: Script = Script()) {
        self.script = script
        calls = stage.files.folder + "/calls"
        folder = ControlFolder(path: stage.files.folder)
        state = Mutex(State(underruns: script.underruns[...]))
    }

    /// The requests so far, over the control sockets and by `interlude ctl`.
    var requests: [ControlRequest] { state.withLock { $0.requests } }

    /// How often the capture was stopped.
    var stopCount: Int { state.withLock { $0.stopCount } }

    // MARK: The capture

    func start(
        of sink: String, at server: String, manner: MonitorManner,
        report: @escaping @Sendable (MonitorCapture.Report) -> Void
    ) {
        Thread.detachNewThread { [self] in
            var players = ScriptedPlayers(calls: calls, folder: folder)
            // The wait is the clock of the sink: 5 ms of sound each time.
            while mustEnd.wait(timeout: .now() + .microseconds(500)) == .timedOut {
                follow(&players)
                report(.fragment(nextFragment()))
            }
            players.close()
        }
    }

    func stop() {
        state.withLock { $0.stopCount += 1 }
        mustEnd.signal()
    }

    private func nextFragment() -> MonitorFragment {
        state.withLock { state in
            let first = state.output.position
            let samples = state.output.take(240)
            if state.isRendering { state.renderedCount += 240 }
            let arrival = MonotonicTime.now.advanced(by: first == 0 ? -script.age : 0)
            return MonitorFragment(
                samples: samples, firstFrame: first, arrival: arrival,
                origin: arrival.advanced(by: 0.02 - Double(first) / Double(FrameTime.rate)))
        }
    }

    private func follow(_ players: inout ScriptedPlayers) {
        if players.haveEnded() { state.withLock { $0.output.silence() } }
        for call in players.newCalls() {
            if call.contains("ctl") {
                obey(MeasuredPlayer.push(of: call[call.count - 2]))
                continue
            }
            if let place = call.firstIndex(of: "--events") {
                // try?: the measurement then fails, as it should.
                try? script.events.write(
                    toFile: call[place + 1], atomically: false, encoding: .utf8)
            }
            players.serve(call) { [self] request, reply in reply(answer(request)) }
            state.withLock { state in
                if call[2].hasPrefix("http:") {
                    state.output.play(live: call[2], script.broadcast)
                } else {
                    state.output.play(call[2])
                }
            }
        }
    }

    private func answer(_ request: ControlRequest) -> ControlReply {
        guard request != .status else {
            return state.withLock { state in
                guard let count = state.underruns.popFirst() else { return .status([:]) }
                return .status(["underruns": .integer(Int64(count))])
            }
        }
        if let refusal = script.refusal { return .refused(refusal) }
        obey(request)
        return .accepted
    }

    private func obey(_ request: ControlRequest) {
        state.withLock { state in
            state.requests.append(request)
            switch request {
            case .push(let spots):
                state.output.push(
                    spots[0].audioFileURL, parts: script.parts, gaps: script.gaps,
                    move: script.move)
            case .play(let file): state.output.play(file)
            default: break
            }
        }
    }

    // MARK: The output without a player

    func start(rendering mix: PublishedMix, report: @escaping @Sendable (SinkReport) -> Void) {
        state.withLock { state in
            state.isRendering = true
            state.output.play("programme.wav", frameCount: Int(mix.outputEnd.frames))
        }
    }

    func requestSwitch() {}
    func mixChanged() {}
    var heardFrame: FrameTime { .zero }
    var renderedFrame: FrameTime { FrameTime(state.withLock { Int64($0.renderedCount) }) }
    func finish(within limit: Duration) { state.withLock { $0.output.silence() } }
}
