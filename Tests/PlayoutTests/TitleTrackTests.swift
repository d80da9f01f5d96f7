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

    @Test("keep only the last of one frame")
    func replaced() {
        var track = TitleTrack()
        for title in ["first", "second"] { track.add(title, at: FrameTime(48)) }
        #expect(track.title(at: FrameTime(48)) == "second")
    }
}
