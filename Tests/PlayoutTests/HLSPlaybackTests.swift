import AudioDecoding
import HTTPAccess
import MediaTime
import PCMAudio
import Playout
import StreamFetching
import Synchronization
import TestServers
import TestSignals
import Testing

@Suite("Playing HLS", .timeLimit(.minutes(3)))
struct HLSPlaybackTests {
    typealias Script = @Sendable (_ path: String) -> [FaultServer.Step]?

    /// Serves `sound`, and for other paths what `script` says.
    static func server(
        of sound: SegmentedSound, _ script: @escaping Script
    ) -> FaultServer {
        FaultServer { request, _ in
            if let steps = script(request.target) { return steps }
            if let bytes = sound.resource(at: request.target) { return .answer(bytes) }
            return .answer(status: "404 Not Found")
        }
    }

    static func playlist(_ text: String) -> [FaultServer.Step] {
        .answer(Array(text.utf8), type: "application/vnd.apple.mpegurl")
    }

    /// The stream at `path` of `server`, from its first sample to its last, and what was reported.
    static func played(
        _ path: String, of server: FaultServer
    ) async throws -> (samples: [Float], log: EventLog) {
        let address = try #require(WebAddress(server.address(path)))
        let client = WebClient(configuration: WebClientConfiguration())
        let found = await #expect(throws: HLSDiscovery.self) {
            _ = try await StreamOpener(address, client: client).open()
        }
        let segments = try HLSFetcher(
            try #require(found), givingUpAfter: .seconds(20), report: { _ in })
        let log = EventLog()
        let reader = LiveReader(connecting: segments, for: .bySupply) { log.add($0) }
        let samples = try await onThread { reader.store.drained() }
        try log.waitForEnd()
        reader.stop()
        return (samples, log)
    }

    static func decoded(_ bytes: [UInt8]) throws -> [Float] {
        try SpotDecoder(reading: MemoryByteReader(bytes), limit: .seconds(60)).decode().store
            .samples(from: .zero)
    }

    @Test(
        "a recording plays as its segments decode in one piece",
        arguments: SegmentedSound.Form.allCases)
    func recording(_ form: SegmentedSound.Form) async throws {
        let sound = try SegmentedSound(form, count: 4)
        let text = sound.playlist(0..<sound.segments.count) + "#EXT-X-ENDLIST\n"
        let server = Self.server(of: sound) { $0 == "/a.m3u8" ? Self.playlist(text) : nil }
        defer { server.stop() }
        let (samples, log) = try await Self.played("/a.m3u8", of: server)
        #expect(samples.count > 3 * 96_000)
        #expect(try FirstDifference(samples, from: Self.decoded(sound.bytes)) == nil)
        #expect(log.continuations.isEmpty)
    }

    @Test("a live playlist is followed to its end, segment by segment")
    func live() async throws {
        let sound = try SegmentedSound(.mpegTS, count: 8)
        let loads = Atomic(0)
        let server = Self.server(of: sound) { path in
            guard path.hasPrefix("/live.m3u8") else { return nil }
            let first = min(loads.add(1, ordering: .relaxed).oldValue, 4)
            let isLast = first == 4
            return Self.playlist(
                sound.playlist(first..<first + 4) + (isLast ? "#EXT-X-ENDLIST\n" : ""))
        }
        defer { server.stop() }
        let (samples, log) = try await Self.played("/live.m3u8", of: server)
        // It begins three segments before the end of the first playlist.
        let expected = try Self.decoded(Array(sound.segments[1...].joined()))
        #expect(FirstDifference(samples, from: expected) == nil)
        #expect(log.continuations.isEmpty)
        let loaded = server.requests.map(\.target).filter { Int($0.dropFirst()) != nil }
        #expect(loaded == (1...7).map { "/\($0)" })
    }

    @Test(
        "a marker of the playlist is a cue at the first frame of its segment",
        arguments: SegmentedSound.Form.allCases)
    func cues(_ form: SegmentedSound.Form) async throws {
        let sound = try SegmentedSound(form, count: 4)
        let text =
            sound.playlist(0..<sound.segments.count) {
                $0 == 2 ? ["#EXT-X-CUE-OUT:1.0"] : $0 == 3 ? ["#EXT-X-CUE-IN"] : []
            } + "#EXT-X-ENDLIST\n"
        let server = Self.server(of: sound) { $0 == "/a.m3u8" ? Self.playlist(text) : nil }
        defer { server.stop() }
        let (_, log) = try await Self.played("/a.m3u8", of: server)
        let cues = log.events.compactMap { event in
            if case .cue(let cue) = event { cue } else { nil }
        }
        #expect(cues.map(\.kind) == [.out(duration: .seconds(1)), .in])
        for (cue, index) in zip(cues, [2, 3]) {
            let before = (sound.map ?? []) + Array(sound.segments[..<index].joined())
            let frame = try Self.decoded(before).count / 2
            // The last packet before the segment may wait for the decoder's overlap.
            #expect(abs(Int(cue.position.frames) - frame) <= Self.codecFrame(of: form))
        }
    }

    private static func codecFrame(of form: SegmentedSound.Form) -> Int {
        switch form {
        case .packedMP3: 1152
        case .mpegTS, .fragmentedMP4, .packedAAC: 1024
        }
    }

    @Test("audio before and after a missing segment is joined, and the place is reported")
    func missing() async throws {
        let sound = try SegmentedSound(.packedAAC, count: 5)
        let text = sound.playlist(0..<sound.segments.count) + "#EXT-X-ENDLIST\n"
        let server = Self.server(of: sound) { path in
            switch path {
            case "/a.m3u8": Self.playlist(text)
            case "/2": .answer(status: "404 Not Found")
            default: nil
            }
        }
        defer { server.stop() }
        let (samples, log) = try await Self.played("/a.m3u8", of: server)
        let first = try Self.decoded(Array(sound.segments[0...1].joined()))
        #expect(abs(samples.count - first.count * 2) < 96_000 / 5)
        let place = try #require(log.continuations.first)
        guard case .broken(let frame) = place else {
            Issue.record("continues with \(place)")
            return
        }
        #expect(abs(Int(frame.frames) - first.count / 2) <= 1024)
        #expect(log.continuations.count == 1)
    }

    @Test("a discontinuity changes the encoding, and no audio is lost")
    func discontinuity() async throws {
        let first = try SegmentedSound(.mpegTS, count: 3)
        let second = try SegmentedSound(.packedMP3, count: 3)
        let lines = first.playlist(0..<3).replacing("\n0\n", with: "\na0\n")
            .replacing("\n1\n", with: "\na1\n").replacing("\n2\n", with: "\na2\n")
        let text = lines + "#EXT-X-DISCONTINUITY\n#EXTINF:1,\n0\n#EXTINF:1,\n1\n#EXT-X-ENDLIST\n"
        let server = Self.server(of: second) { path in
            if path == "/a.m3u8" { return Self.playlist(text) }
            guard path.hasPrefix("/a"), let index = Int(path.dropFirst(2)) else { return nil }
            return .answer(first.segments[index])
        }
        defer { server.stop() }
        let (samples, log) = try await Self.played("/a.m3u8", of: server)
        let before = try Self.decoded(Array(first.segments[0...2].joined()))
        let after = try Self.decoded(Array(second.segments[0...1].joined()))
        #expect(samples.count == before.count + after.count)
        // A decoder that enters after other audio differs by less than -60 dBFS.
        let differences = zip(samples[before.count...], after).map { abs($0 - $1) }
        #expect(differences.max() ?? 1 < 1e-3)
        #expect(log.continuations.isEmpty)
    }
}
