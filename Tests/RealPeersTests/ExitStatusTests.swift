import Foundation
import TestFiles
import TestServers
import Testing

/// The exit status of the built command.
@Suite("Exit status", .timeLimit(.minutes(4)))
struct ExitStatusTests {
    private static let file = Peers.sample("spots/ferry.mp3")
    private static let quick = ["--clock", "virtual", "--sink", "null"]

    @Test("is 1 if the player refuses, and 69 if none runs")
    func refusal() async throws {
        let player = try Player(
            Peers.sample("programme/programme.mp3"), ["--push", "0s=\(Self.file)"])
        _ = try await onThread { try player.wait(for: "slot.started") }
        let refused = try await onThread { try player.control("pause") }
        #expect(refused.status == 1, "\(refused.errors)")
        #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
        let malformed = try await onThread { try player.control("volume", "much") }
        #expect(malformed.status == 64, "\(malformed.errors)")
        player.interrupt()
        #expect(try await onThread { player.finish(within: .seconds(60)) }.status == 0)
        try CommandRun.expect(["ctl", "status"], status: 69)
    }

    @Test(
        "is 1 for a seek past the end of a file, whose length is reported",
        arguments: ["programme/with-pods.flac", "spots/bakery.m4a"])
    func pastEnd(file: String) async throws {
        let player = try Player(Peers.sample(file), [])
        _ = try await onThread { try player.wait(for: "session.playing") }
        let run = try await onThread { try player.control("seek", "9h") }
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(run.errors.contains("ctl seek: the file ends at "), "\(run.errors)")
        player.interrupt()
        #expect(try await onThread { player.finish(within: .seconds(60)) }.status == 0)
    }

    @Test("is 0 for two signals that come as one request, which 'timeout' sends")
    func twice() async throws {
        let player = try Player(Peers.sample("programme/programme.mp3"), [])
        _ = try await onThread { try player.wait(for: "session.playing") }
        player.interrupt(with: SIGINT, SIGTERM)
        let outcome = try await onThread { player.finish(within: .seconds(60)) }
        #expect(outcome.status == 0)
        #expect(outcome.events.all("session.stopped").count == 1, "\(outcome.log)")
    }

    @Test("is that of a signal if a second request comes before the end, whatever it waits for")
    func urged() async throws {
        try await onThread {
            let server = try PrivatePulseAudio()
            let player = try Player(Peers.sample("programme/programme.mp3"), [], on: server)
            try player.wait(for: "session.playing")
            server.freeze()
            player.interruptRepeatedly(with: SIGINT, for: .seconds(20))
            #expect(player.finish(within: .seconds(1)).status == 128 + SIGINT)
            server.thaw()
        }
    }

    @Test(
        "is 66 for a folder in place of a file",
        arguments: [
            ["play"] + quick, ["replay"], ["inspect", "schedule"],
            ["play", file] + quick + ["--push"], ["play", file] + quick + ["--schedule"],
            ["play", file, "--sink", "null", "--web", "0", "--feed"], ["latency", "--compare"],
        ])
    func folder(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let inner = folder.url.appending(path: "inner.json", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        let time = arguments.last == "--push" ? "0s=" : ""
        try CommandRun.expect(arguments + [time + folder.file("inner.json")], status: 66)
    }

    @Test(
        "is 66 for a file that may not be read",
        .enabled(if: geteuid() != 0 || Stranger.wrapper != nil, "root may read every file"),
        arguments: [
            ["play"] + quick, ["replay"], ["inspect", "schedule"],
            ["play", file] + quick + ["--push"], ["play", file] + quick + ["--schedule"],
            ["station", "--media"],
        ])
    func forbidden(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let media = folder.url.appending(path: "secret.json", directoryHint: .isDirectory)
        var path = folder.file("secret.json")
        if arguments[0] == "station" {
            try FileManager.default.createDirectory(at: media, withIntermediateDirectories: false)
            path = folder.file("secret.json/station.json")
        }
        try Data("{}".utf8).write(to: URL(filePath: path))
        chmod(path, 0)
        chmod(folder.path, 0o755)
        let named = (arguments.last == "--push" ? "0s=" : "") + folder.file("secret.json")
        let run = try Command(
            (Stranger.wrapper ?? []) + [Player.executable] + arguments + [named],
            environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(run.status == 66, "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(run.errors.contains("check its permissions"), "\(run.errors)")
    }

    @Test(
        "distinguishes malformed media of a station from missing ones",
        arguments: [("{", 65), ("[]", 65), (#"{"programme": {"mp3": "nothere.mp3"}}"#, 65)]
            as [(String, Int32)])
    func station(manifest: String, status: Int32) throws {
        let folder = try TemporaryFolder()
        try CommandRun.expect(["station", "--media", folder.path], status: 66)
        try folder.write(Array(manifest.utf8), to: "station.json")
        try CommandRun.expect(["station", "--media", folder.path], status: status)
    }

    @Test(
        "is 65 for a malformed description of a spot", arguments: ["", "{", "[1]", #"{"id":1}"#])
    func description(text: String) throws {
        let folder = try TemporaryFolder()
        let spot = try folder.write(Array(text.utf8), to: "spot.json")
        try CommandRun.expect(
            ["play", Self.file] + Self.quick + ["--push", "0s=\(spot)"], status: 65)
    }
}
