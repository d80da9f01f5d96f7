import AdCues
import TestFiles
import Testing

@testable import StreamFetching

@Suite("ICY demuxer")
struct ICYDemuxerTests {
    /// A body of `audio`, with each of `blocks` after its interval.
    static func body(audio: [UInt8], interval: Int, blocks: [String]) -> [UInt8] {
        var body: [UInt8] = []
        for (index, start) in stride(from: 0, to: audio.count, by: interval).enumerated() {
            let part = audio[start...].prefix(interval)
            body += part
            guard part.count == interval else { break }
            let text = Array((index < blocks.count ? blocks[index] : "").utf8)
            let length = (text.count + 15) / 16
            body += [UInt8(length)] + text + Array(repeating: 0, count: length * 16 - text.count)
        }
        return body
    }

    private func demux(_ body: [UInt8], interval: Int?, chunk: Int) -> ICYDemuxer.Output {
        var demuxer = ICYDemuxer(metadataInterval: interval)
        var result = ICYDemuxer.Output()
        for start in stride(from: 0, to: body.count, by: chunk) {
            let output = demuxer.demux(body[start...].prefix(chunk))
            result.audio += output.audio
            result.blocks += output.blocks
        }
        return result
    }

    @Test(
        "audio and titles are the same however the body is split", arguments: [1, 2, 3, 7, 16, 999])
    func cuts(chunk: Int) {
        let audio = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let body = Self.body(
            audio: audio, interval: 100,
            blocks: ["StreamTitle='A';", "", "", "StreamTitle='It''s B, and a longer one';"])
        let output = demux(body, interval: 100, chunk: chunk)
        #expect(output.audio == audio)
        #expect(output.blocks.map(\.position) == [100, 400])
        #expect(output.blocks.map(\.metadata.title) == ["A", "It''s B, and a longer one"])
    }

    @Test("without a positive interval all bytes are audio", arguments: [nil, 0, -1] as [Int?])
    func noInterval(interval: Int?) {
        let body = Array("StreamTitle='A';".utf8)
        #expect(demux(body, interval: interval, chunk: 5) == .init(audio: body, blocks: []))
    }

    @Test("a block that is cut off at the end is ignored")
    func cutOff() {
        let body = [1, 2, 2] + Array("StreamTitle='A".utf8)
        let output = demux(body, interval: 2, chunk: 4)
        #expect(output == .init(audio: [1, 2], blocks: []))
    }

    @Test(
        "captured bodies give all of their audio, and their titles in place",
        .enabled(if: Corpora.folder != nil),
        arguments: [
            ("raw-stream-audio-normal-metadata", ["Anomalie - Notre"], [16000]),
            ("raw-stream-audio-no-metadata", [], []),
        ] as [(String, [String], [Int])], [1, 13, 4096, 16000, 16001, 1 << 20])
    func captures(capture: (String, [String], [Int]), chunk: Int) throws {
        let (name, titles, positions) = capture
        let body = try Corpora.Document("audio/icy-captures/\(name)").bytes()
        let output = demux(body, interval: 16000, chunk: chunk)
        #expect(output.blocks.compactMap(\.metadata.title).starts(with: titles))
        #expect(Array(output.blocks.map(\.position).prefix(positions.count)) == positions)
        #expect(output.audio == Self.audio(inCapture: body))
    }

    /// The audio of a captured body, found by stepping from one length byte to the next.
    static func audio(inCapture body: [UInt8]) -> [UInt8] {
        var audio: [UInt8] = []
        var position = 0
        while position < body.count {
            audio += body[position...].prefix(16000)
            position += 16000
            if position < body.count { position += 1 + Int(body[position]) * 16 }
        }
        return audio
    }
}
