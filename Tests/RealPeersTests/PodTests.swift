import Foundation
import Glibc
import TestFiles
import TestServers
import Testing

extension SoundServer {
    @Suite("pods with true[X]")
    struct PodTests {
        /// A second of programme before each, half of it the placeholder.
        private struct Pods {
            var starts: [Int]
            var length: Int

            static let placeholder = 24_000

            /// The schedule in Uplynk's form; the unit requires an attention of 0.2 s.
            func write(into folder: TemporaryFolder) throws -> String {
                let breaks = starts.enumerated().map { number, start in
                    """
                    {"breakId":"pod-\(number)","type":"linear","position":"midroll",
                    "timeOffset":\(Double(start) / 48_000),"duration":\(Double(length) / 48_000),
                    "ads":[{"apiFramework":"truex","creative":"http://example.com/placeholder.js",
                    "duration":0.5,"adParameters":{"tag_type":"choice_card","ads":[{"id":1,
                    "name":"Coffee","session_id":"e","window_url":"http://example.com/unit"}],
                    "card_configurations":[{"aa":10,"sec":"0.2"}]}},
                    {"apiFramework":null,"creative":"http://example.com/spot",
                    "duration":\(Double(length - Self.placeholder) / 48_000)}]}
                    """
                }
                let document = "{\"ads\":{\"breaks\":[\(breaks.joined(separator: ","))]}}"
                return try folder.write(Data(document.utf8), to: "schedule.json")
            }
        }

        private struct Listening {
            var outcome: Player.Outcome
            var runs: [CodedRun]
            /// Milliseconds from each unit's end to the first programme sample at the monitor.
            var delays: [Double] = []
        }

        @Test("are left on exactly the sample after them, soon after the unit ends")
        func file() async throws {
            let pods = Pods(
                starts: (1...(Peers.areLong ? 12 : 6)).map { 96_000 * $0 }, length: 48_000)
            let heard = try await onThread { try Self.playFile(pods) }
            #expect(heard.outcome.status == 0, "\(heard.outcome.complaints)")
            guard heard.outcome.events.isExactAtOutput else { return }
            try #require(heard.runs.count == pods.starts.count + 1, "\(heard.runs)")
            for (start, (before, after)) in zip(
                pods.starts, zip(heard.runs, heard.runs.dropFirst()))
            {
                // A ramp begins at full gain, and ends there.
                #expect(before.endIndex == start + 1)
                #expect(abs(after.firstIndex - (start + pods.length) - 384) <= 1)
            }
            let median = heard.delays.sorted()[heard.delays.count / 2]
            print("unit's end to first programme sample: \(heard.delays) ms, median \(median)")
            // Other processes on the machine may be the cause.
            if Peers.areLong { #expect(median <= 40) }
        }

        @Test("are left as exactly in a live stream from Icecast, from its kept audio")
        func live() async throws {
            let pods = Pods(starts: [144_000, 432_000], length: 96_000)
            let heard = try await onThread { try Self.playLive(pods) }
            #expect(heard.outcome.status == 0, "\(heard.outcome.complaints)")
            #expect(heard.outcome.events.droughts.isEmpty)
            guard heard.outcome.events.isExactAtOutput else { return }
            try #require(heard.runs.count == 3, "\(heard.runs), \(heard.outcome.log)")
            let length = CodedSound.programme.frameCount
            for (before, after) in zip(heard.runs, heard.runs.dropFirst()) {
                let skipped = ((after.firstIndex - before.endIndex) % length + length) % length
                #expect(abs(skipped - pods.length - 384) <= 1, "\(heard.runs)")
            }
        }

        private static func playFile(_ pods: Pods) throws -> Listening {
            let folder = try TemporaryFolder()
            let file = try CodedSound.programme.write(into: folder)
            let server = try PrivatePulseAudio()
            let recording = try TimedRecording(
                of: "\(PrivatePulseAudio.sinkName).monitor", at: server.address)
            let player = try Player(
                file,
                [
                    "--match-loudness", "off", "--schedule", try pods.write(into: folder),
                    "--viewer", "opt-in@100ms,interact@150ms,done@400ms",
                    "--duration", "\(2 + 2 * pods.starts.count)s",
                ], on: server)
            var ends: [Int64] = []
            for number in pods.starts.indices {
                try player.wait(for: "truex.completed", count: number + 1)
                var time = timespec()
                clock_gettime(CLOCK_MONOTONIC, &time)
                ends.append(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
            }
            let outcome = player.finish(within: .seconds(60))
            let (samples, arrival) = recording.stop()
            let runs = [CodedRun](in: samples, of: [.programme])
            let delays = zip(zip(pods.starts, ends), runs.dropFirst()).map { pod, run in
                // The frames before the run are under the ramp.
                let first = run.first - (run.firstIndex - (pod.0 + pods.length))
                return Double(arrival(first) - pod.1) * 1e-6
            }
            return Listening(outcome: outcome, runs: runs, delays: delays)
        }

        private static func playLive(_ pods: Pods) throws -> Listening {
            let folder = try TemporaryFolder()
            let icecast = try PrivateIcecast(burstByteCount: 262_144)
            let source = try icecast.feed(
                CodedSound.programme.write(into: folder), to: "live.ogg", as: .oggFLAC)
            let server = try PrivatePulseAudio()
            let recording = try server.record()
            let player = try Player(
                icecast.address(of: "live.ogg"),
                [
                    "--match-loudness", "off", "--schedule", try pods.write(into: folder),
                    "--viewer", "opt-in@100ms,interact@150ms,done@3s", "--duration", "16s",
                ] + Peers.latency, on: server)
            let outcome = player.finish(within: .seconds(60))
            try source.kill()
            return Listening(
                outcome: outcome, runs: [CodedRun](in: recording.stop(), of: [.programme]))
        }
    }
}
