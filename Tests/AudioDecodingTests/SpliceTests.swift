import Foundation
import TestSignals
import Testing

@testable import AudioDecoding

@Suite("An MP3 that continues as another similar one")
struct SpliceTests {
    /// The frames of ten seconds of a programme, as an encoder sends them to a station.
    private static func frames(_ arguments: [String], rate: Int = 44_100) throws -> [[UInt8]] {
        let programme = URL(filePath: #filePath)
            .appending(path: "../../../SampleMedia/programme/programme.opus").standardizedFileURL
        let bytes = try Samples.ffmpeg(
            [
                "-i", programme.path, "-t", "10", "-ar", "\(rate)", "-c:a", "libmp3lame",
                "-write_xing", "0", "-id3v2_version", "0",
            ] + arguments, to: "a.mp3")
        var frames: [[UInt8]] = []
        var rest = bytes[...]
        while let header = FrameHeader(rest), header.size <= rest.count {
            frames.append(Array(rest.prefix(header.size)))
            rest = rest.dropFirst(header.size)
        }
        return frames
    }

    private static func findings(
        in frames: some Sequence<[UInt8]>, announced: Int? = nil
    ) -> [Layer3Watch.Finding] {
        var watch = Layer3Watch(announced: announced)
        return frames.map { bytes in
            bytes.withUnsafeBytes { bytes in
                Layer3Frame(bytes).map { watch.look(at: $0) } ?? Layer3Watch.Finding()
            }
        }
    }

    static let encodings: [([String], rate: Int)] = [
        (["-b:a", "64k"], 44_100), (["-b:a", "128k"], 48_000), (["-b:a", "320k"], 44_100),
        (["-q:a", "3"], 44_100), (["-b:a", "64k", "-ac", "1"], 44_100),
        (["-b:a", "48k"], 22_050), (["-b:a", "32k", "-ac", "1"], 24_000),
        (["-b:a", "128k", "-reservoir", "0"], 44_100),
    ]

    @Test("is not reported if there is only one", arguments: encodings)
    func whole(encoding: ([String], rate: Int)) throws {
        let findings = Self.findings(in: try Self.frames(encoding.0, rate: encoding.rate))
        #expect(findings.count > 300)
        #expect(!findings.contains { $0.beginsAnew || $0.lacksSound })
    }

    @Test("is mostly detected although the frames fit each other's bit reservoir")
    func cut() throws {
        let frames = try Self.frames(["-b:a", "128k"], rate: 48_000)
        var random = SeededRandom(seed: 1)
        var seen = 0
        for _ in 1...100 {
            let first = Int.random(in: 60..<200, using: &random)
            let second = Int.random(in: 210..<360, using: &random)
            let findings = Self.findings(
                in: frames[(first - 60)..<first] + frames[second..<(second + 40)])
            seen += findings[60].beginsAnew ? 1 : 0
            let others = findings.indices.filter { $0 != 60 && findings[$0].beginsAnew }
            // A splice that is not detected at once may be detected with the next frame.
            #expect(others.allSatisfy { 61...62 ~= $0 })
        }
        #expect(seen >= 80, "\(seen) of 100")
    }

    @Test("is detected at an encoder's tag, and after the announced number of frames")
    func tagged() throws {
        let live = try Self.frames(["-b:a", "320k"])
        var tag = live[0]
        for index in 4..<tag.count { tag[index] = 0 }
        tag.replaceSubrange(36..<48, with: Array("Info".utf8) + [0, 0, 0, 1, 0, 0, 0, 25])
        let findings = Self.findings(
            in: live[..<40] + [tag] + live[100..<125] + live[200..<240], announced: 30 * 1152 * 320)
        #expect(findings.indices.filter { findings[$0].beginsAnew } == [30, 40, 66])
    }

    @Test("frames that depend on data before the cut are silent")
    func entered() throws {
        let frames = try Self.frames(["-b:a", "64k"])
        let lacking = Self.findings(in: frames[100...]).prefix { $0.lacksSound }.count
        #expect(1...4 ~= lacking)
        let samples = try decode(Array(frames[100...].joined())).samples
        // A frame is 1152 samples at 44.1 kHz.
        let silent = lacking * 1152 * 48_000 / 44_100
        // The resampler's output begins a little before its input.
        #expect(samples.prefix(2 * (silent - 32)).allSatisfy { $0 == 0 })
        #expect(samples.dropFirst(2 * silent).prefix(4800).contains { $0 != 0 })
    }

    @Test("is counted, and keeps its length")
    func counted() throws {
        let frames = try Self.frames(["-b:a", "128k"], rate: 48_000)
        let cut = try #require(
            (220..<300).first {
                Self.findings(in: frames[20..<120] + frames[$0...])[100].beginsAnew
            })
        let spot = try decode(Array((frames[20..<120] + frames[cut..<cut + 100]).joined()))
        #expect(spot.figures.splices == 1)
        #expect(spot.figures.formatChanges == 0)
        #expect(abs(spot.frameCount - 200 * 1152) <= 1152)
    }
}
