import AdCues
import Advertising
import MediaTime
import Testing

@testable import Interlude

/// What is heard of the spots that a command sets for breaks.
@Suite("The spots that fill breaks")
struct ChangedFillTests {
    @Test("are others in breaks that are not known yet, once they are replaced")
    func replaced() async throws {
        let outcome = try await Scenario(frames: 480_000)
            .cue(.out(duration: .seconds(1)), at: 96_000)
            .cue(.out(duration: .seconds(1)), at: 288_000, known: 200_000)
            .filling(.spot(9, frames: 48_000))
            .at(150_000, .setFill([.spot(7, frames: 24_000)])).run()
        #expect(outcome.frames(of: "slot.started") == [96_000, 288_000, 312_000])
        #expect(
            outcome.values("title", of: "slot.started")
                == ["\"spot 9\"", "\"spot 7\"", "\"spot 7\""])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("are none once they are replaced by none")
    func removed() async throws {
        let outcome = try await Scenario(frames: 288_000)
            .cue(.out(duration: .seconds(1)), at: 192_000, known: 96_000)
            .filling(.spot(9, frames: 48_000))
            .at(48_000, .setFill([])).run()
        #expect(outcome.frames(of: "slot.started").isEmpty)
    }

    @Test("do not get the length of a spot that they have replaced")
    func lateLength() {
        func spot(_ title: String) -> Advertisement {
            Advertisement(id: 0, title: title, audioFileURL: "http://spots.example/\(title)")
        }
        var rotation = FillRotation([spot("a")], fallback: [spot("f")])
        let old = rotation.takeUnmeasured()
        #expect(old.map(\.spot.title) == ["a", "f"])
        rotation.replace(with: [spot("b")])
        let new = rotation.takeUnmeasured()
        #expect(new.map(\.spot.title) == ["b", "f"])
        for (index, _) in old { rotation.note(frameCount: 10, of: index) }
        #expect(rotation.isMeasuring)
        for (index, _) in new { rotation.note(frameCount: 48_000, of: index) }
        #expect(rotation.choose(for: 48_000).spots.map(\.title) == ["b"])
        // One whose length is known is not loaded again.
        rotation.replace(with: [spot("c"), spot("b")])
        let last = rotation.takeUnmeasured()
        #expect(last.map(\.spot.title) == ["c"])
        #expect(rotation.spot(at: last[0].index)?.title == "c")
        #expect(rotation.choose(for: 48_000).spots.map(\.title) == ["b"])
        #expect(rotation.choose(for: 48_000, isUndecided: true).spots.map(\.title) == ["f"])
        rotation.replace(with: [])
        #expect(rotation.isEmpty(isUndecided: false) && !rotation.isEmpty(isUndecided: true))
        #expect(rotation.choose(for: 48_000, isUndecided: true).spots.map(\.title) == ["f"])
    }
}
