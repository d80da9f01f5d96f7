import Glibc
import Testing

@testable import InterludeCLI

@Suite("Location")
struct LocationTests {
    @Test(
        "is an address or a file",
        arguments: [
            ("http://a.example/live", .address("http://a.example/live")),
            ("HTTPS://a.example:8000/live", .address("HTTPS://a.example:8000/live")),
            ("live.mp3", .file("live.mp3")), ("./a://b", .file("./a://b")),
            ("file:///music/a%20b.mp3", .file("/music/a b.mp3")),
            ("C:live.mp3", .file("C:live.mp3")),
        ] as [(String, Location)])
    func read(text: String, location: Location) throws {
        #expect(try Location(parsing: text) == location)
    }

    @Test(
        "a text that can be neither is refused",
        arguments: [
            "", "ftp://a.example/x", "http://", "file://", "http://a.example:99999/x",
            "http://a.example:0/x",
        ])
    func refused(text: String) {
        #expect(throws: UnusableArgument.self) { try Location(parsing: text) }
    }

    @Test(
        "a missing file that looks like an address is taken for one",
        arguments: [
            ("www.radio.example/live", "did you mean http://www.radio.example/live?"),
            ("127.0.0.1:18000/live.mp3", "did you mean http://127.0.0.1:18000/live.mp3?"),
            ("radio.example:8000", "did you mean http://radio.example:8000?"),
            ("localhost/live", "did you mean http://localhost/live?"),
            ("programme.mp3", "check the name and the folder"),
            (
                "station.example/live.mp3",
                "the folder, or write an address as http://station.example/live.mp3"
            ),
            ("spots/a:b.mp3", "check the name and the folder"),
            ("../live.mp3", "check the name and the folder"),
            (".config/live.mp3", "check the name and the folder"),
            ("v1.2/live.mp3", "check the name and the folder"),
            ("./www.mp3", "check the name and the folder"),
        ])
    func advice(path: String, advice: String) {
        #expect(InputFile.failure(ENOENT, at: path).description.hasSuffix(advice))
    }

    @Test("a missing file ends with 66, and so does a folder")
    func present() {
        let missing = #expect(throws: CommandError.self) {
            try SourceArgument.file(path: "/nowhere/live.mp3").requirePresent()
        }
        #expect(missing?.status == .missingInput)
        let folder = #expect(throws: CommandError.self) {
            try SourceArgument.file(path: "/").requirePresent()
        }
        #expect(folder?.status == .missingInput)
    }
}
