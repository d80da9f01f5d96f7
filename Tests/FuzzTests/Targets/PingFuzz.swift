import Advertising
import MediaTime

/// Uplynk's answers to pings, each added to the schedule of the previous ones.
enum PingFuzz: FuzzTarget {
    static let name = "ping"
    static let kind = FuzzKind.text
    static let words = ScheduleWords.json

    static func run(_ bytes: [UInt8]) {
        var schedule = AdSchedule(breaks: [], form: .uplynkPing)
        let address = "http://a.example/ping"
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // try?: a malformed answer is refused.
            guard let answer = try? PingAnswer(parsing: line, address: address) else { continue }
            schedule.append(answer.schedule)
            ScheduleFuzz.check(schedule)
            guard let next = answer.next else { continue }
            let session = UplynkSession(id: "1", prefix: "http://a.example")
            _ = session.pingAddress(at: next, for: .sought(from: next))
        }
    }
}
