import Advertising
import FleetControl
import MediaTime

/// The operator of `tools/fleet`, as `interlude fleet push` is one.
enum Operator {
    /// Pushes a spot to all, and prints the nanoseconds of the monotonic clock before it and after
    /// the broker has confirmed it.
    static func push(id: String, to fleet: FleetAddress) throws {
        let desk = try FleetDesk(fleet)
        defer { desk.close() }
        let spot = Advertisement(
            id: 0, title: "Tea", audioFileURL: "https://spots.example/tea.mp3")
        let begin = MonotonicTime.now
        try desk.push(FleetPush(id: id, sent: .now, spots: [spot]), to: .all)
        print(begin.nanoseconds, MonotonicTime.now.nanoseconds)
    }
}
