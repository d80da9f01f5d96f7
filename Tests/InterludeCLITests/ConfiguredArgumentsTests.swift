import Foundation
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("The settings of a file and the typed options")
struct ConfiguredArgumentsTests {
    @Test(
        "are together the command line, and what is typed wins",
        arguments: [
            (["play"], ["play", "--sink=null", "--push=0s=a", "--strict", "--", "http://a/"]),
            (
                ["play", "--sink", "pulse"],
                ["play", "--push=0s=a", "--strict", "--sink", "pulse", "--", "http://a/"]
            ),
            (
                ["play", "b.mp3", "--push", "--sink"],
                ["play", "--sink=null", "--strict", "b.mp3", "--push", "--sink"]
            ),
            (
                ["play", "-v", "--push=1s=c", "--", "-d.mp3"],
                ["play", "--sink=null", "--strict", "-v", "--push=1s=c", "--", "-d.mp3"]
            ),
            (
                ["play", "-"], ["play", "--sink=null", "--push=0s=a", "--strict", "-"]
            ),
        ])
    func merged(typed: [String], all: [String]) throws {
        let file = try settings(
            "source: http://a/\nsink: null\npush: 0s=a\nstrict: true")
        #expect(ConfiguredArguments(typed, file).all == all)
    }

    @Test("are the typed ones alone where an option and its opposite meet")
    func opposites() throws {
        #expect(
            ConfiguredArguments(["play", "--mpris"], try settings("no-mpris: true")).all
                == ["play", "--mpris"])
        #expect(
            ConfiguredArguments(["play", "--no-mpris"], try settings("mpris: true")).all
                == ["play", "--no-mpris"])
    }

    @Test("come from the named file, else from the default file if it exists")
    func places() throws {
        let folder = try TemporaryFolder()
        let environment = ["HOME": folder.path]
        #expect(
            try ConfiguredArguments(["play", "a"], environment: environment).all == ["play", "a"])
        try write("strict: true", in: folder)
        #expect(
            try ConfiguredArguments(["play", "a"], environment: environment).all
                == ["play", "--strict", "a"])
        let other = try folder.write("verbose: true".utf8, to: "other.yaml")
        for option in [["--config", other], ["--config=\(other)"]] {
            #expect(
                try ConfiguredArguments(["play"] + option + ["a"], environment: environment).all
                    == ["play", "--verbose"] + option + ["a"])
        }
        #expect(
            try ConfiguredArguments(["play", "--config", "/dev/null"], environment: environment)
                .all == ["play", "--config", "/dev/null"])
    }

    @Test(
        "come from no file that is named as the value of another option, or after --",
        arguments: [
            ["--header", "--config", "/nowhere/a"], ["--sink", "--config", "/nowhere/a"],
            ["--", "--config", "/nowhere/a"],
        ])
    func values(words: [String]) throws {
        #expect(try ConfiguredArguments(["play"] + words, environment: [:]).all == ["play"] + words)
    }

    @Test(
        "do not matter for other commands, nor for help",
        arguments: [
            ["ctl", "status"], [], ["play", "--help"], ["play", "-h"], ["play", "--version"],
        ])
    func others(typed: [String]) throws {
        let folder = try TemporaryFolder()
        try write("not: an option", in: folder)
        #expect(
            try ConfiguredArguments(typed, environment: ["HOME": folder.path]).all == typed)
    }

    @Test(
        "are refused with a word that is no option, in one line with how to write a file's name",
        arguments: [["-dash.mp3"], ["--sink", "null", "-x"], ["-vx", "a"]])
    func dashes(words: [String]) {
        let word = words.first { $0.hasPrefix("-") && !$0.hasPrefix("--") } ?? ""
        let line = "there is no option '\(word)'; to play a file of that name, write './\(word)'"
        #expect(throws: CommandError(.usage, line)) {
            try ConfiguredArguments(["play"] + words, environment: [:])
        }
    }

    @Test(
        "may have hyphens in values, after --, in the letters of flags, and alone",
        arguments: [["--volume", "-6dB", "a"], ["--", "-dash.mp3"], ["-v", "a"], ["-"], ["--x"]])
    func hyphens(words: [String]) throws {
        #expect(try ConfiguredArguments(["play"] + words, environment: [:]).all == ["play"] + words)
    }

    @Test("that name no file end with the status of a missing input")
    func missing() {
        #expect(throws: CommandError.self) {
            try ConfiguredArguments(["play", "--config", "/nowhere/c.yaml"], environment: [:])
        }
    }

    private func write(_ text: String, in folder: TemporaryFolder) throws {
        try FileManager.default.createDirectory(
            atPath: folder.file(".config/interlude"), withIntermediateDirectories: true)
        _ = try folder.write(text.utf8, to: ".config/interlude/config.yaml")
    }

    private func settings(_ text: String) throws(CommandError) -> SettingsFile {
        try SettingsFile(Array(text.utf8), path: "c.yaml")
    }
}
