import MediaTime
import SampleStation
import TestServers
import TestSignals
import Testing

@Suite("Sound with pods", .timeLimit(.minutes(2))) struct PodSoundTests {
    private static func decoded(_ bytes: [UInt8], as format: String) async throws -> [Float] {
        let decoding = try await onThread { try FFmpegDecoding(of: bytes, as: format) }
        // Mono: both channels are equal.
        return stride(from: 0, to: decoding.samples.count, by: 2).map { decoding.samples[$0] }
    }

    @Test("is silent in the placeholders to the sample, and nowhere else for long")
    func file() async throws {
        let programme = try #require(try Samples.folder().manifest.pods)
        let samples = try await Self.decoded(Samples.bytes(programme.file), as: "flac")
        #expect(samples.count == Duration(clamping: programme.duration, to: .session).frameCount)
        for pod in programme.pods {
            let ranges = pod.ads.map { Int($0.range.start.frames)..<Int($0.range.end.frames) }
            #expect(samples[ranges[0]].allSatisfy { $0 == 0 })
            for range in ranges.dropFirst() {
                #expect(samples[range].contains { abs($0) > 0.05 })
                // The spots start and end where the table says: their first moments are audible.
                #expect(samples[range].prefix(4_800).contains { $0 != 0 })
            }
            #expect(samples[ranges[2].upperBound...].prefix(4_800).contains { $0 != 0 })
        }
        let programmeAlone = programme.pods.reversed().reduce(into: samples) { rest, pod in
            rest.removeSubrange(Int(pod.range.start.frames)..<Int(pod.range.end.frames))
        }
        // Without the pods the programme continues seamlessly: no step is a click.
        let steps = zip(programmeAlone, programmeAlone.dropFirst()).map { abs($1 - $0) }
        let joints = programme.pods.dropFirst().reduce(into: [Int]()) { joints, pod in
            let before = programme.pods.prefix { $0.range.start < pod.range.start }
            joints.append(Int(pod.range.start.frames) - before.reduce(0) { $0 + $1.range.count })
        }
        for joint in joints { #expect(steps[joint - 1] < 0.02) }
    }

    @Test("is in the live stream where a ping says, to the sample")
    func live() async throws {
        let programme = try #require(try Samples.folder().manifest.pods)
        let file = try await Self.decoded(Samples.bytes(programme.file), as: "flac")
        var configuration = try Samples.configuration()
        configuration.clock = .standing(at: .seconds(30))
        // A whole round at once.
        configuration.burst = 400_000
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            let preplay = try await client.get("/schedule/live.json").json(UplynkAnswer.self)
            let session = try #require(preplay.sid)
            let playURL = try #require(preplay.playURL)
            let bytes = try await client.listen(playURL, byteCount: 396_000).bytes
            let sound = try await Self.decoded(bytes, as: "mp3")
            let answer = try await client.get("/session/ping/\(session).json?v=3&pt=0&ev=start")
                .json(UplynkAnswer.self)
            let breaks = try #require(answer.ads?.breaks)
            #expect(breaks.count >= 2)
            for told in breaks where told.timeOffset + told.duration < 48 {
                let twin = try #require(
                    programme.pods.first {
                        $0.range.count == Duration(clamping: told.duration, to: .session).frameCount
                    })
                let place = Duration(clamping: told.timeOffset, to: .session).frameCount
                let expected = file[Int(twin.range.start.frames)..<Int(twin.range.end.frames)]
                let heard = Likeness(of: sound[place...], to: expected)
                #expect(heard.correlation > 0.99, "\(told.breakId) at \(told.timeOffset)")
                for other in [place - 1, place + 1] {
                    let moved = Likeness(of: sound[other...], to: expected)
                    #expect(moved.correlation < heard.correlation)
                }
            }
        }
    }
}
