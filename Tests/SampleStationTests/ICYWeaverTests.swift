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
}
