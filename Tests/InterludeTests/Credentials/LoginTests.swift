import Testing

@testable import Interlude

@Suite("A login in the address of a source")
struct LoginTests {
    @Test(
        "is removed, and the rest of the source stays as it was named",
        arguments: [
            ("http://ann:pw@h/live", "http://h/live"),
            ("http://ann@h", "http://h"),
            ("http://h/nest?u=http://joe:pw@inner/x", "http://h/nest?u=http://joe:pw@inner/x"),
            ("http://h/a@b", "http://h/a@b"),
            ("/srv/a://b:c@d.mp3", "/srv/a://b:c@d.mp3"),
            ("-", "-"),
        ])
    func taken(source: String, shown: String) {
        #expect(SessionCommand.play(source: source).withoutLogin == .play(source: shown))
        #expect(
            SessionCommand.playPublic(source: source).withoutLogin == .playPublic(source: shown))
    }
}
