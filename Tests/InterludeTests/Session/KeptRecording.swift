import AdPlayback
import Foundation
import MediaTime
import TestFiles

@testable import Interlude

/// A recording under `Timelines/recordings`, and the session that it was made from.
///
/// Each was made once, by the build of that time. `MAKE_RECORDINGS=1` makes the missing ones, and
/// keeps the existing ones.
struct KeptRecording: Sendable {
    let name: String
    private let make: @Sendable () async throws -> Data

    static let all = played + pods + given + random

    /// The recording; made first if it is missing and wanted.
    func data(caller: String = #filePath) async throws -> Data {
        let file = URL(filePath: caller).deletingLastPathComponent()
            .appending(path: "../Timelines/recordings/\(name).jsonl").standardizedFileURL
        if ProcessInfo.processInfo.environment["MAKE_RECORDINGS"] == "1",
            !FileManager.default.fileExists(atPath: file.path)
        {
            try await make().write(to: file)
        }
        return try Data(contentsOf: file)
    }

    private static func recording(
        _ configuration: SessionConfiguration, _ events: [SessionEvent]
    ) throws -> Data {
        try events.reduce(SessionRecording.line(SessionRecording.Header(configuration))) {
            try $0 + SessionRecording.line($1)
        }
    }
}

// MARK: - Sessions in virtual time

extension KeptRecording {
    private static let played: [KeptRecording] = [
        KeptRecording(name: "bursts") {
            try await Scenario(frames: 480_000)
                .push(48_000, .spot(1, frames: 24_000), .broken(2), .spot(3, frames: 12_000))
                .push(60_000, .spot(4, frames: 9_600))
                .push(192_000, .spot(5, frames: 96_000), .spot(6, frames: 4_800))
                .at(216_000, .skip).push(300_000, .spot(7, frames: 9_600), .spot(8, frames: 9_600))
                .at(304_800, .skipBreak).at(360_000, .streamerMuted).at(400_000, .streamerUnmuted)
                .run().recording
        },
        KeptRecording(name: "pauses") {
            try await Scenario(frames: 480_000).policy(.hold, .continue)
                .at(48_000, .pause).push(60_000, .spot(1, frames: 9_600)).at(96_000, .unpause)
                .push(144_000, .spot(2, frames: 24_000)).at(150_000, .pause)
                .at(240_000, .setDelay(.seconds(2))).at(260_000, .pause)
                .at(280_000, .pushAtLiveEdge([.spot(3, frames: 9_600)])).at(290_000, .unpause)
                .at(400_000, .goLive).run().recording
        },
        KeptRecording(name: "file-end") {
            try await Scenario("file:240000", frames: 480_000).policy(.hold)
                .loading(frames: 4_800).push(0, .spot(1, frames: 24_000))
                .push(72_000, .spot(2, frames: 24_000)).at(84_000, .seek(.seconds(3)))
                .at(120_000, .seek(.seconds(30))).push(168_000, .spot(3, frames: 12_000))
                .run().recording
        },
        KeptRecording(name: "source-replaced") {
            try await Scenario(frames: 288_000).policy(.duck)
                .push(24_000, .spot(1, frames: 48_000), .spot(2, frames: 9_600))
                .at(48_000, .play(source: "other")).push(72_000, .spot(3, frames: 9_600))
                .at(96_000, .play(source: "missing")).at(120_000, .pause)
                .at(144_000, .play(source: "file:96000")).at(168_000, .unpause)
                .run().recording
        },
        KeptRecording(name: "live-jumps") {
            try await Scenario(frames: 480_000)
                .at(144_000, .setDelay(.seconds(2)))
                .push(168_000, .spot(1, frames: 24_000)).at(172_800, .seek(.seconds(1)))
                .at(240_000, .setDelay(.seconds(3)))
                .at(241_000, .pushAtLiveEdge([.spot(2, frames: 9_600)])).at(241_100, .goLive)
                .at(336_000, .seek(.seconds(200))).at(360_000, .goLive)
                .run().recording
        },
    ]

    private static let pods: [KeptRecording] = [
        KeptRecording(name: "pods-credited") {
            try await PodSessionScenario(
                pods: [288_000, 576_000], viewer: "opt-in@1000ms,interact@2000ms,done@8000ms"
            ).at(96_000, .seek(.seconds(17))).at(490_000, .push([.spot(1, frames: 9_600)]))
                .run().recording
        },
        KeptRecording(name: "pods-left") {
            var scenario = try PodSessionScenario(viewer: "opt-out@1000ms")
            scenario.networkDelay = .frames(2_400)
            return try await scenario.at(24_000, .pause).at(
                200_000, .push([.spot(1, frames: 9_600)])
            )
            .run().recording
        },
        KeptRecording(name: "pods-live") {
            var scenario = try PodSessionScenario(
                "live", pods: [288_000], viewer: "opt-in@1000ms,interact@2000ms,done@8000ms")
            scenario.configuration.duration = .seconds(24)
            return try await scenario.run().recording
        },
    ]
}

// MARK: - Manual and random events

extension KeptRecording {
    private static let given: [KeptRecording] = [
        KeptRecording(name: "outages") { try recording(outages.configuration, outages.events) },
        KeptRecording(name: "held-outputs") {
            try recording(heldOutputs.configuration, heldOutputs.events)
        },
    ]

    /// A live stream that breaks off, runs dry, is left behind, and is lost.
    private static var outages: SessionHarness {
        var session = SessionHarness()
        session.hear(24_000)
        session.take(.source(generation: 1, .reconnecting(reason: "lost")))
        session.hear(48_000)
        session.take(.source(generation: 1, .reconnected))
        session.take(
            .source(generation: 1, .discontinuity(.reconnected, at: FrameTime(72_000))))
        session.hear(96_000)
        session.command(.push([.spot(1, frames: 9_600)]))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 9_600)))
        session.take(.starved(at: FrameTime(100_000), sourceFrame: FrameTime(100_000)))
        session.hear(144_000)
        session.take(.source(generation: 1, .ready))
        session.hear(400_000, edge: 620_000)
        session.hear(700_000, edge: 900_000)
        session.take(.source(generation: 1, .kept(.seconds(60))))
        session.command(.setDelay(.seconds(10)))
        session.take(.source(generation: 2, .ready))
        session.take(.source(generation: 2, .leftBehind(oldest: FrameTime(600_000))))
        session.take(.source(generation: 3, .ready))
        session.hear(720_000, edge: 930_000)
        session.command(.pause)
        session.hear(721_000, edge: 940_000)
        session.take(.source(generation: 3, .reconnecting(reason: "lost again")))
        session.take(
            .source(generation: 3, .failed(SessionFailure(.unreachable, "it is gone"))))
        return session
    }

    /// An output that is lost and held, also in a break and while stopping.
    private static var heldOutputs: SessionHarness {
        var session = SessionHarness()
        session.hear(24_000)
        session.take(.sinkHeld(reason: "a call"))
        session.command(.unpause)
        session.take(.sinkReleased)
        session.hear(48_000)
        session.command(.push([.spot(1, frames: 48_000)]))
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 48_000)))
        session.hear(60_000)
        session.take(.sinkHeld(reason: "a call"))
        session.take(.sinkLost(reason: "gone"))
        session.take(.sinkRestored)
        session.hear(120_000)
        session.take(.sinkLost(reason: "gone"))
        session.take(.sinkRestored)
        session.hear(121_000, edge: 400_000)
        session.take(.source(generation: 2, .ready))
        session.hear(168_000, edge: 447_000)
        session.take(.underrun(count: 2))
        session.take(.changedLate(from: FrameTime(168_000), frameCount: 12))
        session.take(.sinkVolume(percent: 50, isMuted: false))
        session.command(.stop)
        session.take(.sinkLost(reason: "gone"))
        return session
    }

    /// Refused plans, lost devices and changed sources in random order.
    private static let random = ([3, 14, 15, 92, 653, 589] as [UInt64]).map { seed in
        KeptRecording(name: "random-\(seed)") {
            var scenario = RandomScenario(seed: seed)
            let configuration = scenario.machine.configuration
            scenario.run(steps: 120)
            return try recording(configuration, scenario.events)
        }
    }
}
