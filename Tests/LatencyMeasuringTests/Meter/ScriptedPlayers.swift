import Foundation
import Glibc
import Interlude
import PlayerControl
import TestFiles

@testable import LatencyMeasuring

/// A stage whose players only note how they were started.
struct ScriptedStage {
    let stage: LatencyStage
    private let folder: TemporaryFolder

    /// `end` is the shell command with which a player answers SIGTERM, `push` the one that
    /// `interlude ctl` is.
    init(end: String = "exit 0", push: String = "exit 0") throws {
        folder = try TemporaryFolder()
        // A player's only thread has the name of the thread that feeds the sound server.
        let program = try folder.write(
            Data(
                """
                #!/bin/sh
                trap 'kill $!; \(end)' TERM
                printf interlude-pulse > /proc/$$/comm
                echo "$$ $* $PULSE_SERVER" >> "$XDG_RUNTIME_DIR/calls"
                if [ "$1" = ctl ]; then \(push); fi
                sleep 300 & wait
                """.utf8), to: "player")
        chmod(program, 0o700)
        stage = LatencyStage(
            server: "scripted", sinkName: "sink", files: try LatencyFiles(), program: program,
            stationSpeed: 1000)
    }

    /// How programs were started: their process, their arguments, and the sound server.
    var calls: [[String]] { Self.calls(in: stage.files.folder + "/calls") }

    static func calls(in file: String) -> [[String]] {
        // try?: there is no file before the first call.
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let whole = text.prefix(upTo: text.lastIndex(of: "\n") ?? text.startIndex)
        return whole.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    }
}

/// The control sockets of scripted players.
struct ScriptedPlayers {
    private let calls: String
    private let folder: ControlFolder
    private var callCount = 0
    private var running: [(pid: Int32, server: ControlServer)] = []

    init(calls: String, folder: ControlFolder) {
        self.calls = calls
        self.folder = folder
    }

    /// The programs that were started since the last call of this.
    mutating func newCalls() -> [[String]] {
        let all = ScriptedStage.calls(in: calls)
        defer { callCount = all.count }
        return Array(all.dropFirst(callCount))
    }

    mutating func serve(_ call: [String], handler: @escaping ControlServer.Handler) {
        guard let pid = Int32(call[0]),
            // try?: the measurement then finds no player, as it should.
            let server = try? ControlServer(in: folder, player: pid, handler: handler)
        else { return }
        running.append((pid, server))
    }

    /// Whether players have ended since the last call of this.
    mutating func haveEnded() -> Bool {
        let ended = running.filter { kill($0.pid, 0) != 0 }
        for player in ended {
            player.server.close()
            running.removeAll { $0.pid == player.pid }
        }
        return !ended.isEmpty
    }

    mutating func close() {
        for player in running { player.server.close() }
        running = []
    }
}
