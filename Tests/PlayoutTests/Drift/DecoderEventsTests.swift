import AudioDecoding
import MediaTime
import StreamFetching
import Synchronization
import Testing

@testable import Playout

@Suite("Events of a decoder")
struct DecoderEventsTests {
    @Test("give frames as they are heard")
    func programmeFrames() throws {
        var bytes = try EncodedSound.chirp(
            ["-c:a", "aac", "-b:a", "128k"], to: "a.aac", rate: 48_000, seconds: 3)
        // Noise replaces everything between two headers in the middle.
        let middle = bytes.count / 2
        let start = bytes[middle...].firstIndex(of: 0xFF) ?? middle
        for index in (start + 16)..<(start + 160) { bytes[index] = UInt8(index * 37 & 0x7F) }
        // The listener has heard a second less than was received.
        let time = ProgrammeTime()
        time.bend(at: FrameTime(480), stream: 48_480, to: .none, forgetting: .zero)
        let told = Mutex<[FrameTime]>([])
        var events = DecoderEvents(in: time) { event in
            if case .concealed(_, let frame) = event { told.withLock { $0.append(frame) } }
        }
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        var decoder = try AudioDecoder(demuxer.stream)
        var expected: FrameTime?
        while let packet = try demuxer.next() {
            try decoder.decode(packet) { _, _ in }
            if decoder.figures.concealed > 0, expected == nil { expected = decoder.now - 48_000 }
            events.reportChanges(of: decoder)
        }
        let first = try #require(expected)
        #expect(first > FrameTime(480))
        #expect(told.withLock { $0.first } == first)
    }
}
