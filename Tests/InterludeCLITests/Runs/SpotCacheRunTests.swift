import Foundation
import TestFiles
import TestServers
import Testing

@testable import InterludeCLI

/// `interlude play --spot-cache` with spots that a server has.
@Suite("Spots that the command keeps", .timeLimit(.minutes(2)))
struct SpotCacheRunTests {
    private let command: BuiltCommand

    init() throws {
        command = try BuiltCommand()
    }

    /// Plays a silent file with the spot at `address` in it, until `event` has happened to the spot.
    private func play(
        _ address: String, _ options: [String] = [], until event: String = "completed"
    ) throws -> RunningCommand {
        let source = try SilentFile.write(seconds: 60, to: "show.wav", in: command.folder)
        let run = try RunningCommand(
            command,
            ["play", source, "--sink", "null", "--push", "0s=\(address)", "--events", "-"]
                + options)
        #expect(
            run.hasPrinted(#""event":"slot.\#(event)""#), "\(run.output.text)\(run.errors.text)")
        run.signal(SIGTERM)
        #expect(run.finish() == 0)
        return run
    }

    @Test("C6: are heard in a second play without a network, unless --spot-cache is off")
    func offline() throws {
        let media = [UInt8](try Data(contentsOf: URL(filePath: command.spot())))
        let server = FaultServer { _, _ in .answer(media, type: "audio/wav") }
        let address = server.address("/tea.wav")
        _ = try play(address)
        server.stop()
        _ = try play(address)
        #expect(server.requests.count == 1)
        let folder = command.folder.file("interlude/spots")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        _ = try play(address, ["--spot-cache", "off"], until: "failed")
    }

    @Test("C6: that cannot be kept are heard, and a warning says so")
    func unwritable() throws {
        let media = [UInt8](try Data(contentsOf: URL(filePath: command.spot())))
        let server = FaultServer { _, _ in .answer(media, type: "audio/wav") }
        defer { server.stop() }
        let path = try command.folder.write([], to: "file") + "/spots"
        let run = try play(server.address("/tea.wav"), ["--spot-cache", path])
        #expect(run.output.text.contains("spots are not kept for later: "))
    }

    @Test(
        "C6: are in the user's folder of caches, or in the one that is typed",
        arguments: [
            ("usual", ["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/interlude/spots"),
            ("usual", ["HOME": "/h"], "/h/.cache/interlude/spots"),
            ("usual", ["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/interlude/spots"),
            ("usual", [:], nil), ("off", ["HOME": "/h"], nil), ("here", [:], "here"),
        ] as [(String, [String: String], String?)])
    func folders(typed: String, environment: [String: String], path: String?) throws {
        let argument =
            typed == "usual" ? SpotCacheArgument.usual : try SpotCacheArgument(parsing: typed)
        #expect(argument.path(environment) == path)
    }

    @Test("C6: are kept by the real clock only")
    func options() throws {
        let real = try PlayCommand.parse(["a", "--spot-cache", "/srv/spots"]).sessionOptions
        #expect(real.spotCacheFolder == "/srv/spots")
        let virtual = try PlayCommand.parse([
            "a", "--spot-cache", "/srv/spots", "--clock", "virtual",
        ]).sessionOptions
        #expect(virtual.spotCacheFolder == nil)
        #expect(try PlayCommand.parse(["a", "--spot-cache", "off"]).network.spotCache == .off)
        #expect(throws: (any Error).self) { try PlayCommand.parse(["a", "--spot-cache", ""]) }
        let folder = SettingsFolder(ofFile: "/etc/interlude/config.yaml")
        #expect(folder.value("spots", of: "spot-cache") == "/etc/interlude/spots")
        #expect(folder.value("off", of: "spot-cache") == "off")
    }
}
