import Interlude
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("--home")
struct HomeOptionTests {
    private static func home(_ arguments: String...) throws -> String? {
        try PlayCommand.parse(arguments).sessionConfiguration().home
    }

    @Test("is the source by default, and none for standard input, which ends only once")
    func byDefault() throws {
        #expect(try Self.home("http://radio.example/live") == "http://radio.example/live")
        #expect(try Self.home("-") == nil)
    }

    @Test("may be an address or a file")
    func named() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array("x".utf8), to: "music.mp3")
        #expect(try Self.home("http://radio.example/live", "--home", file) == file)
        #expect(try Self.home("-", "--home", "http://radio.example/x") == "http://radio.example/x")
    }

    @Test("refuses standard input, and a file that is missing")
    func refused() {
        #expect(throws: (any Error).self) { try PlayCommand.parse(["a.mp3", "--home", "-"]) }
        #expect(throws: CommandError.self) {
            try Self.home("http://radio.example/live", "--home", "/nowhere/a.mp3")
        }
    }

    @Test("the last --give-up counts, so that the options of a service can change it")
    func giveUp() throws {
        let options = try PlayCommand.parse(
            ["--give-up", "0", "--give-up", "5s", "http://radio.example/live"])
        #expect(try options.sessionConfiguration().giveUp == .seconds(5))
    }
}
