import Foundation
import SinkMonitor
import TestFiles
import TestServers
import Testing

@testable import LatencyMeasuring

extension SoundServer {
    @Suite("interlude latency")
    struct LatencyTests {
        @Test("finds spots at the monitor when parec does", arguments: MonitorManner.allCases)
        func agreement(manner: MonitorManner) async throws {
            let differences = try await onThread { try Self.differences(manner) }
            // The server may receive the beginning of a spot late, and then neither program finds
            // it.
            try #require(differences.count >= 15, "\(differences)")
            let median = differences.sorted()[differences.count / 2]
            // On a busy machine parec may be woken later.
            #expect(abs(median) < (Peers.areLong ? 2 : 10), "\(differences)")
        }

        @Test("A3: reports what was requested, and leaves nothing behind at the server")
        func whole() async throws {
            let (results, modules) = try await onThread {
                let server = try PrivatePulseAudio()
                let folder = try TemporaryFolder()
                let page = folder.file("page.html")
                let run = try Command(
                    [
                        Player.executable, "latency", "--count", "4", "--load", "0", "--json",
                        "--limit", "push.max=0", "--report", page,
                    ], environment: ["PULSE_SERVER": server.address])
                #expect(run.status == 1)
                #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
                #expect(run.errors.contains("push.max is "), "\(run.errors)")
                #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<svg"))
                let results = try JSONDecoder().decode(
                    LatencyResults.self, from: Data(run.output.utf8))
                return (results, try server.control("list", "short", "modules"))
            }
            #expect(!modules.contains("interlude_latency"))
            #expect(results.passes.map(\.manner) == MonitorManner.allCases)
            for pass in results.passes {
                let late = try #require(pass[.lateChanges]).samples
                #expect(late.count == 2)
                // Other processes on the machine may have delayed the player.
                if Peers.areLong { #expect(late == [0, 0]) }
                for name in [
                    FigureName.toSpotLost, .toSpotDoubled, .toSpotGap, .toStreamLost,
                    .toStreamDoubled, .toStreamGap,
                ] {
                    let figure = try #require(pass[name])
                    #expect(figure.samples.count == 8, "\(name.rawValue)")
                    // A joint is exact, or its player knows that it is not. Where the server ran
                    // dry, there is a gap.
                    let isGap = name == .toSpotGap || name == .toStreamGap
                    if Peers.areLong || late == [0, 0] && !isGap {
                        #expect(figure.summary.max == 0, "\(name.rawValue)")
                    }
                }
                // A break that is laid out in time is where it is marked. Where the server ran dry,
                // there is a gap.
                for name in [FigureName.markerToSpot, .markerToStream, .markerGap] {
                    let samples = try #require(pass[name]).samples
                    #expect(samples.count == 1)
                    if Peers.areLong || name != .markerGap {
                        #expect(samples == [0], "\(name.rawValue)")
                    }
                }
                for name in [
                    FigureName.firstSoundCold, .firstSoundWarm, .push, .pushCommand, .output,
                    .marker, .markerAtMonitor, .liveDelay,
                ] {
                    let figure = try #require(pass[name])
                    #expect(figure.summary.max > 0, "\(name.rawValue)")
                }
                // Sooner than the sound that is queued at the server.
                let push = try #require(pass[.push])
                #expect(push.summary.median < 200, "\(push.samples)")
            }
        }

        @Test("says in one line what cannot be measured")
        func nothingThere() async throws {
            try await onThread {
                let server = try PrivatePulseAudio()
                for (arguments, address, words) in [
                    (["latency"], "unix:/nowhere/native", "no sound server to measure"),
                    (
                        ["latency", "--sink", "nothere"], server.address,
                        "there is no output 'nothere'"
                    ),
                ] {
                    let run = try Command(
                        [Player.executable] + arguments, environment: ["PULSE_SERVER": address])
                    #expect(run.status == 69)
                    #expect(run.output.isEmpty)
                    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
                    #expect(run.errors.contains(words), "\(run.errors)")
                }
            }
        }

        @Test("leaves nothing behind at the server when it is interrupted")
        func interrupted() async throws {
            try await onThread {
                let server = try PrivatePulseAudio()
                let errors = ProcessOutput()
                let process = ServerProcess(
                    arguments: [Player.executable, "latency"],
                    environment: ["PULSE_SERVER": server.address])
                try process.start(errors: errors)
                var isLoaded = false
                while !isLoaded, process.isRunning {
                    isLoaded = try server.control("list", "short", "modules")
                        .contains("interlude_latency")
                }
                #expect(isLoaded)
                process.signal(SIGINT)
                #expect(process.wait(atMost: .seconds(60)) == 69)
                errors.waitForEnd()
                #expect(errors.text.split(separator: "\n").count == 1, "\(errors.text)")
                let modules = try server.control("list", "short", "modules")
                #expect(!modules.contains("interlude_latency"), "\(modules)")
            }
        }

        @Test("ends at once when it is interrupted again, whatever it waits for")
        func interruptedAgain() async throws {
            try await onThread {
                let server = try PrivatePulseAudio()
                let process = ServerProcess(
                    arguments: [Player.executable, "latency"],
                    environment: ["PULSE_SERVER": server.address])
                try process.start()
                var isLoaded = false
                while !isLoaded, process.isRunning {
                    isLoaded = try server.control("list", "short", "modules")
                        .contains("interlude_latency")
                }
                #expect(isLoaded)
                // The server then has some seconds to unload the sink.
                server.freeze()
                let deadline = ContinuousClock.now + .seconds(20)
                while process.isRunning, .now < deadline { process.signal(SIGINT) }
                #expect(!process.isRunning)
                #expect(process.wait(atMost: .zero) == 128 + SIGINT)
                server.thaw()
            }
        }

        /// By how many milliseconds the command found each spot later than `parec`.
        private static func differences(_ manner: MonitorManner) throws -> [Double] {
            let server = try PrivatePulseAudio()
            let sink = PrivatePulseAudio.sinkName
            let stage = LatencyStage(
                server: server.address, sinkName: sink, files: try LatencyFiles(),
                program: Player.executable)
            let recording = try TimedRecording(of: "\(sink).monitor", at: server.address)
            var meter = try LatencyMeter(on: stage, manner: manner, until: Interruption())
            try meter.measurePushes(count: 20)
            let ours = meter.listener.runs.filter { $0.firstIndex(of: .spot) == 0 }
            let (samples, arrival) = recording.stop()
            let theirs = starts(ofSpotsIn: samples).map(arrival)
            return ours.compactMap { run in
                let differences = theirs.map { Double(run.atMonitor.nanoseconds - $0) * 1e-6 }
                let nearest = differences.min { abs($0) < abs($1) }
                return nearest.flatMap { abs($0) < 500 ? $0 : nil }
            }
        }

        /// The places of the spot's first frames in a recording.
        private static func starts(ofSpotsIn samples: [Float]) -> [Int] {
            let first = LatencyMeasuring.CodedSound.spot.frame(at: 0)
            let second = LatencyMeasuring.CodedSound.spot.frame(at: 1)
            return (0..<samples.count / 2 - 1).filter { frame in
                samples[2 * frame] == first.left && samples[2 * frame + 1] == first.right
                    && samples[2 * frame + 2] == second.left
                    && samples[2 * frame + 3] == second.right
            }
        }
    }
}
