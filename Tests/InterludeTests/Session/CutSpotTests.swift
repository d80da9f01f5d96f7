import AdPlayback
import Advertising
import Testing

@testable import Interlude

@Suite("A spot whose file is cut off")
struct CutSpotTests {
    private static let token = PlayToken(1)
    private static let cut = SessionEvent.spotCutOff(
        token, frameCount: 153_600, declaredCount: 480_000)

    /// A session with one pushed spot, which is loaded.
    private static var session: SessionHarness {
        var session = SessionHarness()
        session.hear(48_000)
        session.command(
            .push([
                Advertisement(id: 7, title: "Tea", audioFileURL: "http://a:b@c.example/tea.wav")
            ]))
        session.take(.advertisements(.spotLoaded(token, frameCount: 153_600)))
        return session
    }

    @Test("is heard as far as it goes, with a warning that says what is missing")
    func warned() {
        var session = Self.session
        session.take(Self.cut)
        session.hear(250_000)
        let warnings = session.records.filter { $0.event == "session.warning" }
        #expect(
            warnings.map(\.json.description) == [
                """
                {"event":"session.warning","t":1,"frame":48000,"break":1,"slot":1,\
                "spot":7,"reason":"http://***@c.example/tea.wav: the file is cut off: it has 3.2 s of \
                the 10.0 s that it declares; replace it by a whole one","duration":3.2,"declared":10}
                """
            ])
        #expect(session.frames(of: "slot.completed") == [201_600])
    }

    @Test("that is over already is not warned of")
    func over() {
        var session = Self.session
        session.hear(250_000)
        session.take(Self.cut)
        #expect(!session.records.contains { $0.event == "session.warning" })
    }

    @Test("is refused in a recording if its length is impossible", arguments: [-1, 1 << 60])
    func hostile(count: Int) {
        for (frameCount, declaredCount) in [(count, 1), (1, count)] {
            let event = SessionEvent.spotCutOff(
                Self.token, frameCount: frameCount, declaredCount: declaredCount)
            #expect(throws: DecodingError.self) { try event.checkCounts() }
        }
    }
}
