import Advertising
import FoundationEssentials
import Glibc
import Interlude
import MediaTime
import PlayerControl

/// A measured `interlude play`, and a connection to its control socket.
struct MeasuredPlayer: ~Copyable {
    private var process: ChildProcess
    private var client: ControlClient?
    private let folder: ControlFolder

    /// Starts a player of `file` with `options`.
    init(
        playing file: String, on stage: LatencyStage, options: [String]
    ) throws(MeasurementError) {
        process = try ChildProcess(
            stage.program, ["play", file] + options, environment: stage.environment)
        folder = ControlFolder(path: stage.files.folder)
    }

    /// The time just before its process was spawned.
    var start: MonotonicTime { process.start }

    var pid: pid_t { process.pid }

    /// Connects to its control socket, which appears soon after the start.
    mutating func connect() throws(MeasurementError) {
        let deadline = MonotonicTime.now.advanced(by: 5)
        while true {
            do {
                client = try ControlClient(to: process.pid, in: folder)
                return
            } catch {
                guard MonotonicTime.now < deadline else {
                    throw MeasurementError(.defect, error.description)
                }
                MonotonicTime.now.advanced(by: 0.005).sleep()
            }
        }
    }

    /// Sends `request` and waits for the answer. Returns the time just before it was sent.
    mutating func ask(_ request: ControlRequest) throws(MeasurementError) -> MonotonicTime {
        let (answer, time): (ControlAnswer?, MonotonicTime)
        do throws(ControlError) {
            let line = try ControlClient.line(of: request)
            time = .now
            answer = try client?.send(line: line)
        } catch {
            throw MeasurementError(.defect, error.description)
        }
        if let refusal = answer?.refusal {
            throw MeasurementError(.defect, "the measured player refuses a request: \(refusal)")
        }
        return time
    }

    /// The request that pushes the spot at `path`.
    static func push(of path: String) -> ControlRequest {
        .push([Advertisement(id: 1, title: "spot", audioFileURL: path)])
    }

    /// The number of its device underruns.
    mutating func underruns() throws(MeasurementError) -> Int {
        struct Status: Decodable {
            let underruns: Int
        }
        // try?: a player that cannot answer does not report its underruns either.
        guard let answer = try? client?.send(.status).status,
            // try?: the reason why a status cannot be decoded is of no interest here.
            let status = try? JSONDecoder().decode(Status.self, from: Data(answer.utf8))
        else {
            throw MeasurementError(.defect, "the measured player does not report its underruns")
        }
        return status.underruns
    }

    /// The `/proc` folder of the thread that feeds the sound server; `nil` if there is none.
    func soundThread() -> String? {
        let tasks = "/proc/\(process.pid)/task"
        for _ in 0..<100 {
            // try?: the list fails if a thread ends meanwhile, and is read again.
            for name in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
            where Self.text("\(tasks)/\(name)/comm") == "interlude-pulse\n" {
                return "\(tasks)/\(name)"
            }
            MonotonicTime.now.advanced(by: 0.01).sleep()
        }
        return nil
    }

    /// How often the thread of the `/proc` folder has woken up; `nil` if it has ended.
    static func wakeUps(of folder: String) -> Int? {
        let prefix = "voluntary_ctxt_switches:"
        let line = text("\(folder)/status").split(separator: "\n").first { $0.hasPrefix(prefix) }
        return line.flatMap { Int($0.dropFirst(prefix.count).filter(\.isNumber)) }
    }

    private static func text(_ path: String) -> String {
        // try?: threads and processes may end at any time.
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    /// Sends SIGTERM, and waits for the end.
    consuming func end() throws(MeasurementError) {
        var process = process
        guard process.end() else {
            throw MeasurementError(.defect, "a measured player failed")
        }
    }
}
