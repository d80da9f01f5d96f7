import Advertising
import Foundation
import MediaTime
import Synchronization
import TestFiles
import Testing

@testable import FleetControl

/// What one player was asked for, in order.
final class Heard: Sendable {
    private let state = Mutex<[String]>([])
    private let changes = DispatchSemaphore(value: 0)
    private let folder: TemporaryFolder?

    init(in folder: TemporaryFolder? = nil) { self.folder = folder }

    var lines: [String] { state.withLock { $0 } }

    func note(_ line: String) {
        state.withLock { $0.append(line) }
        changes.signal()
    }

    /// Waits until there is such a line. Blocks.
    func wait(for line: String) -> Bool {
        while !lines.contains(line) {
            if changes.wait(timeout: .now() + .seconds(30)) == .timedOut { return false }
        }
        return true
    }

    func player(_ address: String, named name: String) throws -> FleetPlayer {
        let handler = FleetPlayer.Handler { id, spots, report in
            self.note("\(id ?? "scheduled") \(spots.map(\.title).joined(separator: ","))")
            if let id { report(FleetAck(id: id, .done)) }
        } fill: { spots in
            self.note("fill \(spots?.map(\.title).joined(separator: ",") ?? "own")")
        } joined: {
            self.note("joined")
        } lost: { _ in
            self.note("lost")
        } warn: {
            self.note($0)
        }
        return try FleetPlayer(
            try FleetAddress(parsing: address), named: try #require(FleetName(name)),
            folder: folder?.path, handler: handler)
    }
}

/// A push of one spot.
func teaPush(
    _ id: String, sent: FleetDate = .now, ttl: Duration = .seconds(60)
) -> FleetPush {
    FleetPush(
        id: id, sent: sent, timeToLive: ttl,
        spots: [Advertisement(id: 0, title: "Tea", audioFileURL: "http://spots.example/a.mp3")])
}
