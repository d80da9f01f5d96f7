import MediaTime
import Testing

@testable import Playout

@Suite("The titles of a stream")
struct TitleTrackTests {
    @Test("keep the newest, however many a server sends")
    func bounded() {
        var track = TitleTrack()
        for number in 0..<10_000 { track.add("\(number)", at: FrameTime(Int64(number))) }
        #expect(track.title(at: FrameTime(9_999)) == "9999")
        #expect(track.title(at: FrameTime(0)) == nil)
    }

    @Test("have their pictures, each until the next title")
    func artwork() {
        var track = TitleTrack()
        track.add("first", artwork: "http://radio.example/1", at: FrameTime(48))
        track.add("second", at: FrameTime(96))
        #expect(track.artwork(at: FrameTime(47)) == nil)
        #expect(track.artwork(at: FrameTime(95)) == "http://radio.example/1")
        #expect(track.artwork(at: FrameTime(96)) == nil)
    }

    @Test("keep only the last of one frame")
    func replaced() {
        var track = TitleTrack()
        for title in ["first", "second"] { track.add(title, at: FrameTime(48)) }
        #expect(track.title(at: FrameTime(48)) == "second")
    }

    @Test("apply from their frame to the next one's")
    func ranges() {
        var track = TitleTrack()
        #expect(track.title(at: .zero) == nil)
        for (title, frame) in [("a", 10), ("b", 20), ("c", 30)] {
            track.add(title, at: FrameTime(Int64(frame)))
        }
        let titles = [9, 10, 19, 20, 29, 30, 99].map { track.title(at: FrameTime(Int64($0))) }
        #expect(titles == [nil, "a", "a", "b", "b", "c", "c"])
    }

    @Test("are forgotten when they have ended, but the last never")
    func forgotten() {
        var track = TitleTrack()
        for (title, frame) in [("a", 10), ("b", 20), ("c", 30)] {
            track.add(title, at: FrameTime(Int64(frame)))
        }
        track.forget(before: FrameTime(19))
        #expect(track.title(at: FrameTime(15)) == "a")
        track.forget(before: FrameTime(20))
        #expect(track.title(at: FrameTime(15)) == nil)
        #expect(track.title(at: FrameTime(25)) == "b")
        track.forget(before: FrameTime(1000))
        #expect(track.title(at: FrameTime(1000)) == "c")
    }
}
