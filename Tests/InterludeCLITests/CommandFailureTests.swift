import ArgumentParser
import Testing

@testable import InterludeCLI

@Suite("Command failure")
struct CommandFailureTests {
    private struct Mishap: Error {}

    @Test("wrong usage is one line that says where help is, and 64")
    func usage() throws {
        let error = try #require(throws: (any Error).self) {
            try InterludeCommand.parseAsRoot(["nonsense", "--loud"])
        }
        let failure = try #require(CommandFailure(error, parsing: InterludeCommand.self))
        #expect(failure.status == .usage)
        #expect(failure.line.contains("See 'interlude --help'"))
        #expect(!failure.line.contains("\n"))
    }

    @Test(
        "each sentence of wrong usage ends with a full stop, and a list is part of one",
        arguments: [
            (
                ["play", "x.mp3", "--duration", "60"],
                "is invalid for '--duration <T>': the unit is missing, as in 60s or 60ms. See 'inter"
            ),
            (
                ["ctl", "go"],
                "provide one of the following: status, push, ignore, pause, resume, live"
            ),
            (
                ["ctl", "go"],
                "seek, volume, ad-volume, mute, unmute, skip, play, consent, stop. See 'interlude ctl --help'"
            ),
            (
                ["play", "x.mp3", "--give-up"],
                "'--give-up <T>' has no value; write one after it, or leave the option out. See"
            ),
            (
                ["play", "x.mp3", "--clock", "x"],
                "one of 'real' and 'virtual'. See 'interlude play"
            ),
        ])
    func sentences(arguments: [String], words: String) throws {
        let error = try #require(throws: (any Error).self) {
            try InterludeCommand.parseAsRoot(arguments)
        }
        let failure = CommandFailure(error, parsing: InterludeCommand.self)
        #expect(failure?.line.contains(words) == true)
    }

    @Test(
        "an unknown command is answered with the nearest one",
        arguments: [
            (["plya", "http://a.example/"], "did you mean 'play'?"),
            (["statoin"], "did you mean 'station'?"), (["ctrl", "stop"], "did you mean 'ctl'?"),
            (["http://a.example/"], "did you mean 'interlude play http://a.example/'?"),
            (["nonsense", "--loud"], "the commands are play, station, ctl"),
        ])
    func mistake(arguments: [String], advice: String) throws {
        let error = try #require(throws: (any Error).self) {
            try InterludeCommand.parseAsRoot(arguments)
        }
        let failure = CommandFailure(error, parsing: InterludeCommand.self, arguments: arguments)
        #expect(failure?.status == .usage)
        #expect(failure?.line.hasPrefix("there is no command '\(arguments[0])'; ") == true)
        #expect(failure?.line.contains(advice) == true)
    }

    @Test(
        "a known command with wrong options is not corrected",
        arguments: ["play", "help", "--loud"])
    func noMistake(word: String) {
        #expect(CommandMistake(in: [word, "x"], of: InterludeCommand.self) == nil)
    }

    @Test(
        "a command's own error keeps its status and its text",
        arguments: [
            (CommandStatus.unreadableInput, Int32(65)), (.missingInput, 66), (.unavailable, 69),
            (.defect, 70), (.cannotWrite, 74), (.negative, 1),
        ])
    func own(status: CommandStatus, code: Int32) {
        let error = CommandError(status, "out.wav: the disk is full;\nmake room")
        let failure = CommandFailure(error, parsing: InterludeCommand.self)
        #expect(failure?.status.rawValue == code)
        #expect(failure?.line == "out.wav: the disk is full; make room")
    }

    @Test("any other error is an internal error")
    func defect() {
        let failure = CommandFailure(Mishap(), parsing: InterludeCommand.self)
        #expect(failure?.status == .defect)
        #expect(failure?.line.hasPrefix("internal error: ") == true)
        #expect(failure?.line.contains("please report this") == true)
    }

    @Test("asking for the version is no failure")
    func noFailure() throws {
        let error = try #require(throws: (any Error).self) {
            try InterludeCommand.parseAsRoot(["--version"])
        }
        #expect(CommandFailure(error, parsing: InterludeCommand.self) == nil)
    }
}
