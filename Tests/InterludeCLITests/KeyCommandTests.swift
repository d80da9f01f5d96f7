import Testing

@testable import InterludeCLI

@Suite("Key command")
struct KeyCommandTests {
    @Test(
        "comes from its key, and not from an arrow's escape sequence",
        arguments: [
            (" ", [.togglePause]), ("l", [.live]), ("s", [.skip]), ("+", [.louder]),
            ("=", [.louder]), ("-", [.quieter]), ("q", [.quit]), ("x", []), ("", []),
            ("+++", [.louder, .louder, .louder]), ("\u{1B}[A", []), ("\u{1B}[1;5Dq", [.quit]),
            ("\u{1B}OPl", [.live]), ("\u{1B}q", []), ("ü", []),
        ] as [(String, [KeyCommand])])
    func commands(text: String, commands: [KeyCommand]) {
        #expect(KeyCommand.commands(in: text.utf8) == commands)
    }
}
