import AudioDecoding
import MediaTime
import Testing

@testable import Playout

@Suite("Programme map")
struct ProgrammeMapTests {
    /// Corrected by +500 ppm from 48000 on, by -250 ppm from 96000 on.
    private static var bent: ProgrammeMap {
        var map = ProgrammeMap()
        map.bend(
            at: FrameTime(48_000), stream: 48_000, to: RateCorrection(partsPerMillion: 500))
        map.bend(
            at: FrameTime(96_000), stream: 96_024, to: RateCorrection(partsPerMillion: -250))
        return map
    }

    @Test("is the identity until something is corrected")
    func same() {
        let map = ProgrammeMap()
        for frame in [0, 1, 5_000_000_000] as [Int64] {
            #expect(map.streamFrame(at: FrameTime(frame)).frames == frame)
            #expect(map.programmeFrame(of: FrameTime(frame)).frames == frame)
        }
    }

    @Test(
        "passes through the written points, and continues at the current rate",
        arguments: [
            (0, 0), (47_999, 47_999), (48_000, 48_000), (72_000, 72_012), (96_000, 96_024),
            (136_000, 136_014),
        ])
    func places(programme: Int64, stream: Int64) {
        #expect(Self.bent.streamFrame(at: FrameTime(programme)).frames == stream)
        #expect(Self.bent.programmeFrame(of: FrameTime(stream)).frames == programme)
    }

    @Test("increases in both directions, and inverts to within a frame")
    func monotone() {
        let map = Self.bent
        var last = Int64(-1)
        for frame in stride(from: 0, to: 200_000, by: 7) as StrideTo<Int64> {
            let stream = map.streamFrame(at: FrameTime(frame))
            #expect(stream.frames > last)
            #expect(abs(map.programmeFrame(of: stream) - FrameTime(frame)) <= 1)
            last = stream.frames
        }
    }

    @Test("a branch continues uncorrected, and keeps the part before it")
    func branch() {
        let map = Self.bent.branch(at: FrameTime(72_000))
        #expect(map.streamFrame(at: FrameTime(60_000)).frames == 60_006)
        #expect(map.streamFrame(at: FrameTime(72_000)).frames == 72_012)
        #expect(map.streamFrame(at: FrameTime(172_000)).frames == 172_012)
        #expect(map.programmeFrame(of: FrameTime(172_012)).frames == 172_000)
    }

    @Test("forgets only what nobody needs")
    func forgetting() {
        var map = Self.bent
        map.forget(before: FrameTime(72_012))
        #expect(map.streamFrame(at: FrameTime(72_000)).frames == 72_012)
        #expect(map.streamFrame(at: FrameTime(136_000)).frames == 136_014)
        map.forget(before: FrameTime(100_000))
        #expect(map.streamFrame(at: FrameTime(136_000)).frames == 136_014)
    }
}
