import Foundation
import Glibc
import Interlude
import MediaTime

/// An `interlude play` that runs to be measured, and a connection to it.
struct MeasuredPlayer: ~Copyable {
    private var process: ChildProcess
    private var client: ControlClient?
    private let folder: ControlFolder

    /// Starts a player of `file` with `options`.
    init(
        playing file: String, on stage: LatencyStage, options: [String]
    ) throws(CommandError) {
        process = try ChildProcess(
            stage.program, ["play", file] + options, environment: stage.environment)
        folder = ControlFolder(path: stage.files.folder)
    }

    /// When its process was started.
    var start: MonotonicTime { process.start }

    var pid: pid_t { process.pid }

    /// Connects to its control socket, which is there soon after it has started.
    mutating func connect() throws(CommandError) {
        let deadline = MonotonicTime.now.advanced(by: 5)
        while true {
            do {
                client = try ControlClient(to: process.pid, in: folder)
                return
            } catch {
                guard MonotonicTime.now < deadline else { throw error }
                MonotonicTime.now.advanced(by: 0.005).sleep()
            }
        }
    }

    /// Asks for something that `verb` and `values` name on the command line, and returns when the
    /// last byte of that went to the player's socket.
    mutating func ask(
        _ verb: ControlVerb, _ values: String...
    ) throws(CommandError) -> MonotonicTime {
        let line = try ControlClient.line(of: ControlRequest(verb: verb, values: values))
        let time = MonotonicTime.now
        if let refusal = try client?.send(line: line).refusal {
            throw CommandError(
                .defect, "the measured player refuses to \(verb.rawValue): \(refusal)")
        }
        return time
    }

    /// How often its device ran dry.
    mutating func underruns() throws(CommandError) -> Int {
        struct Status: Decodable {
            let underruns: Int
        }
        let answer = try client?.send(.status).status
        guard let answer,
            // try?: what is wrong with a status of our own does not matter to whoever measures.
            let status = try? JSONDecoder().decode(Status.self, from: Data(answer.utf8))
        else {
            throw CommandError(.defect, "the measured player does not report its underruns")
        }
        return status.underruns
    }

    /// The folder in which the system tells of its thread that feeds the sound server; `nil` if
    /// there is none, as in a player that plays to nowhere.
    func soundThread() -> String? {
        let tasks = "/proc/\(process.pid)/task"
        for _ in 0..<100 {
            // try?: the list breaks off where a thread ends that stands in it, and is read again.
            for name in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
            where Self.text("\(tasks)/\(name)/comm") == "interlude-pulse\n" {
                return "\(tasks)/\(name)"
            }
            MonotonicTime.now.advanced(by: 0.01).sleep()
        }
        return nil
    }

    /// How often the thread that `folder` tells of has woken up; `nil` if it has ended.
    static func wakeUps(of folder: String) -> Int? {
        let prefix = "voluntary_ctxt_switches:"
        let line = text("\(folder)/status").split(separator: "\n").first { $0.hasPrefix(prefix) }
        return line.flatMap { Int($0.dropFirst(prefix.count).filter(\.isNumber)) }
    }

    private static func text(_ path: String) -> String {
        // try?: threads and processes end while they are looked at.
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// Asks it to end, and waits until it has.
    consuming func end() throws(CommandError) {
        var process = process
        guard process.end() else {
            throw CommandError(.defect, "a measured player failed")
        }
    }
}
