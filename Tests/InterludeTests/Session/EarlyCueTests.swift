import AdCues
import MediaTime
import Testing

@testable import Interlude

@Suite("A cue that is received long before its place")
struct EarlyCueTests {
    private static let notice = Int64(EarlyCues.notice)

    private static func cue(_ id: String, at frame: Int64) -> Cue {
        Cue(id: id, .in, at: FrameTime(notice + frame), source: .hls)
    }

    /// The names of the cues that a listener at `frame` knows.
    private static func taken(from cues: inout EarlyCues, at frame: Int64) -> [String] {
        var names: [String] = []
        while let next = cues.takeNext(at: FrameTime(frame)) {
            names.append("\(next.generation)\(next.cue.id ?? "")")
        }
        return names
    }

    @Test("is known a minute before its place, in the order of the places")
    func order() {
        var cues = EarlyCues()
        #expect(cues.nextPlace == nil)
        cues.keep(Self.cue("c", at: 300), of: 1)
        cues.keep(Self.cue("a", at: 100), of: 1)
        cues.keep(Self.cue("b", at: 100), of: 1)
        #expect(cues.nextPlace == FrameTime(100))
        #expect(Self.taken(from: &cues, at: 99) == [])
        #expect(Self.taken(from: &cues, at: 100) == ["1a", "1b"])
        #expect(cues.nextPlace == FrameTime(300))
        #expect(Self.taken(from: &cues, at: 1000) == ["1c"])
    }

    @Test("belongs to the reader that continues its stream, and is forgotten with the stream")
    func streams() {
        var cues = EarlyCues()
        cues.keep(Self.cue("a", at: 1), of: 1)
        cues.keep(Self.cue("b", at: 2), of: 2)
        cues.hand(from: 1, to: 3)
        cues.forget(1)
        cues.forget(2)
        #expect(Self.taken(from: &cues, at: 9) == ["3a"])
    }
}
