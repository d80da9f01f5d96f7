import Foundation
import TestFiles
import TestServers
import Testing

/// Runs of the built command in real time.
@Suite("A player that runs", .timeLimit(.minutes(4)))
struct RunningPlayerTests {
    private let command: BuiltCommand
    private let spot: String
    private let source: String

    init() throws {
        command = try BuiltCommand()
        spot = try command.spot()
        source = try SilentFile.write(seconds: 600, to: "show.wav", in: command.folder)
    }

    /// A player without sound, once it plays.
    private func player(
        _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> RunningCommand {
        let player = try RunningCommand(
            command, ["play", source, "--sink", "null"] + arguments, environment: environment)
        #expect(player.hasSaid("playing  0:0"), "\(player.errors.text)")
        return player
    }

    @Test("is asked for its state, and changed, by ctl")
    func control() throws {
        let player = try player()
        let status = try player.control("status")
        #expect(status.status == 0)
        for member in [#""state":"playing""#, #""source":"\#(source)""#, #""sink":"null""#] {
            #expect(status.output.contains(member), "\(status.output)")
        }
        #expect(try player.control("volume", "0.5").successful().output == "")
        #expect(player.hasSaid("volume 50 %"))
        let push = try player.control("push", "--wait", spot)
        #expect(push.status == 0)
        #expect(push.output == "playing: tea.wav\ncompleted: tea.wav\n")
        #expect(player.hasSaid("ad 1 of 1, ", "“tea.wav”", "volume 50 %"))
        let refused = try player.control("delay", "5s")
        #expect(refused.status == 1)
        #expect(refused.errors.hasPrefix("interlude: ctl delay: "), "\(refused.errors)")
        #expect(try player.control("pause").status == 0)
        #expect(player.hasSaid("paused  "))
        #expect(try player.control("stop").status == 0)
        #expect(player.finish() == 0)
        #expect(player.hasSaid("played ", "1 break, 1 spot, 2.0 s of ads", "passed"))
    }

    @Test("fails a push that is waited for unless every spot is played to its end")
    func waiting() throws {
        let player = try player()
        let push = try player.control("push", "--wait", spot, command.folder.file("empty.json"))
        #expect(push.status == 66)
        let broken = try command.folder.write("no sound".utf8, to: "broken.mp3")
        let mixed = try player.control("push", "--wait", broken, spot)
        #expect(mixed.status == 1)
        #expect(
            mixed.complaints.last == "interlude: ctl push: 1 of 2 spots were played to their end")
        #expect(mixed.output.contains("completed: tea.wav\n"))
        #expect(player.hasSaid("interlude: spot left out: "))
        let other = try player.control("status", "--wait")
        #expect(other.status == 64 && other.errors.contains("--wait only goes with push"))
        player.signal(SIGTERM)
        #expect(player.finish() == 0)
    }

    @Test("pushes one after another are each a spot of its own in the report, by its name")
    func threePushes() throws {
        let player = try player(["--report", command.folder.file("report")])
        let names = ["tea.wav", "jam.wav", "bread.wav"]
        for name in names { try player.control("push", "--wait", command.spot(name)).successful() }
        player.signal(SIGINT)
        #expect(player.finish() == 0)
        let report = try command.text("report")
        let rows = report.split(separator: "<tr").filter { $0.contains("<bdi>completed") }
        #expect(rows.count == names.count)
        for (row, name) in zip(rows, names) { #expect(row.contains(name), "\(row)") }
    }

    @Test("that is not there is unavailable, and one of several must be named")
    func several() throws {
        let none = try command.run(["ctl", "status"])
        #expect(none.status == 69)
        let (first, second) = (try player(), try player())
        let which = try first.control("status")
        #expect(which.status == 64 && which.errors.contains("show.wav"), "\(which.errors)")
        // The second one warns only of players to a real output.
        #expect(!second.errors.text.contains("already plays"))
    }

    @Test("is told of the other players that are heard at the same output")
    func others() throws {
        // An output that is waited for, so that nothing is heard of this test either.
        let output = ["play", source, "--sink", "alsa:nowhere", "--give-up", "0"]
        let first = try RunningCommand(command, output)
        #expect(first.hasSaid("no sound device"), "\(first.errors.text)")
        let silent = try player()
        let second = try RunningCommand(command, output)
        #expect(second.hasSaid("already plays \(source) to this output"))
        for player in [first, silent] {
            #expect(!player.errors.text.contains("already plays"), "\(player.errors.text)")
        }
    }

    @Test("ends cleanly on a signal, with the line of its session", arguments: [SIGINT, SIGTERM])
    func signals(number: Int32) throws {
        let player = try player(["--report", command.folder.file("report")])
        player.signal(number)
        #expect(player.finish() == 0)
        #expect(player.hasSaid("played ", ": passed\n"))
        #expect(try command.text("report").contains("real clock"))
    }

    @Test("tells only what changed, on a line of its own, where there is no terminal")
    func lines() throws {
        let player = try player()
        try player.control("volume", "0.8").successful()
        #expect(player.hasSaid("volume 80 %"))
        let lines = player.errors.text.split(separator: "\n")
        #expect(lines.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\r") })
        player.signal(SIGINT)
        #expect(player.finish() == 0)
    }

    @Test("serves its page with a token, and stops serving with the session")
    func page() throws {
        let tokens = try command.folder.write("0123456789abcdef0123\n".utf8, to: "token")
        let player = try player(["--web", "127.0.0.1:0", "--web-token-file", tokens])
        let said = player.errors.text
        let address = try #require(said.firstMatch(of: /page: (http:[^\s]+)/)).1
        let place = address.prefix { $0 != "?" && $0 != "#" }
        let open = try Command([
            "curl", "-s", "-H", "Authorization: Bearer 0123456789abcdef0123",
            "\(place)api/state",
        ])
        #expect(open.output.contains(#""state":"playing""#), "\(open.output) \(said)")
        player.signal(SIGINT)
        #expect(player.finish() == 0)
        #expect(try Command(["curl", "-s", "\(place)api/state"]).status == 7)
    }

    @Test("does not start if its page cannot be served")
    func noPage() throws {
        let first = try player(["--web", "0"])
        let port = try #require(first.errors.text.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
        let second = try command.run(["play", source, "--sink", "null", "--web", "\(port)"])
        #expect(second.status == 69)
        #expect(second.complaints.last?.hasPrefix("interlude: --web: ") == true, "\(second.errors)")
    }

    @Test("remembers the volume for the next start")
    func remembered() throws {
        let player = try player(["--remember"])
        try player.control("volume", "0.25").successful()
        try player.control("stop").successful()
        #expect(player.finish() == 0)
        let next = try self.player(["--remember", "--duration", "1s"])
        #expect(next.hasSaid("volume 25 %"))
        #expect(next.finish() == 0)
    }

    @Test("without an output of its own asks for a sound server, and says that none answers")
    func silent() throws {
        let run = try command.run(
            ["play", source, "--duration", "1s"],
            environment: ["PULSE_SERVER": "unix:\(command.folder.file("none"))"])
        #expect(run.status == 0)
        #expect(run.complaints.first?.hasPrefix("interlude: no sound server answers") == true)
    }
}
