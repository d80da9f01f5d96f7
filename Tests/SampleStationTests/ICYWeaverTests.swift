import SampleStation
import Testing

@Suite("ICY weaver") struct ICYWeaverTests {
    @Test(
        "inserts blocks after every interval, however the audio is split",
        arguments: [1, 7, 100, 999])
    func interval(pieceSize: Int) throws {
        let audio = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        var weaver = ICYWeaver(interval: 64)
        var woven: [UInt8] = []
        for start in stride(from: 0, to: audio.count, by: pieceSize) {
            let piece = Array(audio[start..<min(start + pieceSize, audio.count)])
            woven += weaver.weave(piece, title: start < 500 ? "One" : "It's two")
        }
        var reading = ICYReading(interval: 64)
        reading.take(woven)
        #expect(reading.audio == audio)
        #expect(reading.titles.first == "StreamTitle='One';")
        let changes = pieceSize <= 100 ? ["StreamTitle='One';", "StreamTitle='It's two';"] : nil
        if let changes { #expect(reading.titles == changes) }
    }

    @Test("counts a block's length in sixteens")
    func block() {
        let block = ICYWeaver.block(title: "Tom")
        #expect(block[0] == 2)
        #expect(block.count == 33)
        #expect(ICYWeaver.block(title: String(repeating: "x", count: 9000))[0] == 1)
    }

    @Test(
        "pads a block to its length, and leaves out a title that is too long for one",
        arguments: [(0, 1), (1, 1), (2, 2), (17, 2), (18, 3), (4065, 255), (4066, 1)])
    func lengths(titleLength: Int, sixteens: UInt8) {
        let title = String(repeating: "x", count: titleLength)
        let block = ICYWeaver.block(title: title)
        #expect(block[0] == sixteens && block.count == 1 + 16 * Int(sixteens))
        let text = block.dropFirst().prefix { $0 != 0 }
        let told = titleLength <= 4065 ? title : ""
        #expect(String(decoding: text, as: UTF8.self) == "StreamTitle='\(told)';")
        #expect(block.dropFirst(1 + text.count).allSatisfy { $0 == 0 })
    }

    @Test("sends a block with the audio that it follows, not with the next")
    func boundary() {
        let audio = [UInt8](repeating: 5, count: 64)
        var weaver = ICYWeaver(interval: 64)
        #expect(weaver.weave(audio, title: "A") == audio + ICYWeaver.block(title: "A"))
        #expect(weaver.weave(audio, title: "A") == audio + [0])
        #expect(weaver.weave(Array(audio.dropLast()), title: "A") == audio.dropLast())
    }
}
