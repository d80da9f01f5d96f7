import SampleStation
import Testing

@Suite("Frame walkers") struct FrameWalkerTests {
    @Test(
        "find as many MP3 frames as ffprobe",
        arguments: ["programme/programme.mp3", "spots/ferry.mp3"])
    func mp3(name: String) async throws {
        let frames = Array(FrameWalker<MP3FrameHeader>(try Samples.bytes(name)))
        #expect(try await frames.count == FFmpeg.packetCount(of: "\(Samples.path)/\(name)"))
        #expect(
            frames.allSatisfy { $0.header.sampleRate == 44_100 && $0.frame.sampleCount == 1152 })
    }

    @Test("find as many ADTS frames as ffprobe")
    func adts() async throws {
        let name = "programme/programme.aac"
        let frames = Array(FrameWalker<ADTSFrameHeader>(try Samples.bytes(name)))
        #expect(try await frames.count == FFmpeg.packetCount(of: "\(Samples.path)/\(name)"))
        #expect(
            frames.allSatisfy { $0.header.sampleRate == 48_000 && $0.frame.sampleCount == 1024 })
    }

    @Test(
        "find as many Ogg packets as ffprobe, besides the headers",
        arguments: [
            ("programme/programme.opus", 2), ("spots/festival.opus", 2), ("spots/bikes.ogg", 3),
        ])
    func ogg(name: String, headerCount: Int) async throws {
        let pages = Array(OggPageWalker(try Samples.bytes(name)))
        let packetCount = pages.reduce(0) { sum, page in
            sum + page.packets.count - (page.isContinued ? 1 : 0)
        }
        #expect(
            try await packetCount - headerCount == FFmpeg.packetCount(of: "\(Samples.path)/\(name)")
        )
        #expect(pages.map(\.sequence) == Array(0..<UInt32(pages.count)))
    }

    @Test("skip an ID3v2 tag that holds what looks like a frame")
    func id3() throws {
        let plain = try Samples.bytes("spots/ferry.mp3")
        let lure = Array(plain.suffix(1000))
        let untagged = Array(FrameWalker<MP3FrameHeader>(plain)).map(\.frame)
        let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 7, 104] + lure
        let start = plain.starts(with: "ID3".utf8) ? untagged[0].bytes.lowerBound : 0
        let file = tag + plain[start...]
        let frames = Array(FrameWalker<MP3FrameHeader>(file)).map(\.frame)
        #expect(frames.map(\.bytes.count) == untagged.map(\.bytes.count))
    }

    @Test("drop a truncated last frame, and find nothing in data without audio")
    func broken() throws {
        let whole = Array(FrameWalker<MP3FrameHeader>(try Samples.bytes("spots/ferry.mp3")))
        let cut = Array(FrameWalker<MP3FrameHeader>(try Samples.bytes("broken/truncated.mp3")))
        #expect(cut.count < whole.count)
        #expect(cut.map(\.frame) == whole.prefix(cut.count).map(\.frame))
        for name in ["broken/page.mp3", "broken/empty.mp3", "broken/ogg-named.mp3"] {
            #expect(Array(FrameWalker<MP3FrameHeader>(try Samples.bytes(name))).isEmpty)
        }
    }
}
