import Advertising
import Dispatch
import FleetControl
import Glibc
import MediaTime

/// Players of a fleet that play nothing, and write down what they are asked for.
///
/// Each is the ``FleetPlayer`` of `interlude play`, with a folder of its own for what it remembers.
struct Crowd {
    /// The brokers, which the players take in turn.
    let places: [FleetAddress]
    let folder: String

    /// How long a simulated spot lasts, in seconds.
    private static let spotLength = 2.0
    /// How often each player has a status to report, in seconds. It decides when it does.
    private static let statusInterval: UInt32 = 5

    /// Joins with the players of these numbers, and stays until the process is killed.
    func play(_ numbers: Range<Int>) throws {
        let log = try CrowdLog(path: "\(folder)/acts-\(numbers.lowerBound)")
        let players = try numbers.map { number in
            let name = "p\(number)"
            guard let checked = FleetName(name) else { throw FleetFailure("\(name) is no name") }
            return try FleetPlayer(
                places[number % places.count], named: checked, folder: "\(folder)/\(name)",
                handler: Self.handler(of: name, log))
        }
        while true {
            for player in players { player.report(status: { Self.status }, state: "playing") }
            sleep(Self.statusInterval)
        }
    }

    private static func handler(of name: String, _ log: CrowdLog) -> FleetPlayer.Handler {
        FleetPlayer.Handler { id, _, report in
            log.write("act", name, id ?? "scheduled")
            guard let id else { return }
            report(FleetAck(id: id, .playing))
            DispatchQueue.global().asyncAfter(deadline: .now() + spotLength) {
                report(FleetAck(id: id, .completed))
                report(FleetAck(id: id, .done))
            }
        } fill: { _ in
        } joined: {
            log.write("joined", name)
        } lost: {
            log.write("lost", name, $0)
        } warn: {
            log.write("warning", name, $0)
        }
    }

    /// About as long as that of a player.
    private static let status =
        #"{"state":"playing","source":"https://station.example/live.mp3","title":"\#(filler)"}"#
    private static let filler = String(repeating: "News and weather. ", count: 80)
}

/// Lines in a file: the nanoseconds of the monotonic clock, and words. Callable from any thread.
///
/// Each line is there once ``write(_:)`` returns, also for a process that is killed.
final class CrowdLog: Sendable {
    private let file: Int32

    init(path: String) throws {
        file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FleetFailure("\(path) cannot be written") }
    }

    func write(_ words: String...) {
        let line = Array(
            "\(MonotonicTime.now.nanoseconds)\t\(words.joined(separator: "\t"))\n".utf8)
        Glibc.write(file, line, line.count)
    }
}
