import AdPlayback
import Advertising
import MediaTime

/// Schedules of every form: Uplynk's, VMAP, VAST and plain lists.
enum ScheduleFuzz: FuzzTarget {
    static let name = "schedule"
    static let kind = FuzzKind.text
    static let words = ScheduleWords.json + ScheduleWords.markup

    /// libxml2 keeps each thread's last error, some hundred bytes.
    static let keptBytes = 1024

    static func run(_ bytes: [UInt8]) {
        // try?: a malformed schedule is refused.
        guard var schedule = try? AdSchedule(parsing: bytes, address: "http://a.example/s") else {
            return
        }
        check(schedule)
        schedule.place(inStreamEndingAt: FrameTime(48_000 * 3600))
        check(schedule)
    }

    /// Checks the properties that users of a schedule rely on.
    static func check(_ schedule: AdSchedule) {
        let inTheWay = schedule.pods.map(\.range)
        for (one, next) in zip(inTheWay, inTheWay.dropFirst()) {
            precondition(one.start <= next.start, "breaks are not in the order of their starts")
        }
        precondition(
            Set(schedule.breaks.map(\.id)).count == schedule.breaks.count, "two breaks have one id")
        for ad in schedule.breaks.flatMap(\.ads) {
            if case .twoStage(let reference) = ad.truexParameters {
                let viewer = TruexViewer(streamID: "s", userID: "u")
                _ = reference.configurationAddress(for: viewer)
            }
        }
        _ = schedule.remarks.joined()
        _ = schedule.unplaced.map(\.offset.description)
    }
}
