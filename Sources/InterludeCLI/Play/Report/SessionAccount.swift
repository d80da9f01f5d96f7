import Advertising
import Interlude
import MediaTime

/// What a session's event log says, brought together for its report.
///
/// Takes the log in line by line. Of what comes more often than ``limit`` the rest is only counted.
struct SessionAccount: Hashable, Sendable {
    static let limit = 2000

    var breaks: [ReportedBreak] = []
    var spots: [ReportedSpot] = []
    var joints: [SessionJoint] = []
    var incidents: [Incident] = []
    /// How often each kind of incident came, also those that are left out.
    var incidentCounts: [Incident.Kind: Int] = [:]
    /// What spots call themselves, by the advertisement's number.
    var titles: [Int: String] = [:]
    /// Where the stream was heard first.
    var firstSound: FrameTime?
    /// The last output frame that the log names.
    var end = FrameTime.zero
    /// How many breaks, plays, joints and incidents were left out.
    var leftOut = 0

    var heard = Heard.silence
    /// Where the stream was left that is away.
    var left: Place?

    /// What is heard where the log has come to.
    enum Heard: Hashable, Sendable {
        case silence
        case stream
        /// A spot, by the number of its play.
        case spot(Int)
        /// Nothing is said to follow on that spot yet.
        case afterSpot(Int, end: FrameTime)
    }

    /// An output frame, and the stream frame that belongs there.
    struct Place: Hashable, Sendable {
        var output: FrameTime
        var stream: FrameTime
    }

    /// Takes in the next line of the log.
    mutating func note(_ record: EventRecord) {
        end = max(end, record.time)
        switch record.event.split(separator: ".").first {
        case "slot": noteSlot(record)
        case "break", "latency": noteBreak(record)
        case "stream": noteStream(record)
        case "session", "sink": noteSession(record)
        default: break
        }
    }

    /// Takes in what a spot calls itself.
    mutating func note(_ advertisement: Advertisement) {
        guard titles[advertisement.id] == nil, titles.count < Self.limit else { return }
        titles[advertisement.id] =
            advertisement.title.isEmpty ? advertisement.audioFileURL : advertisement.title
    }

    /// Adds to one of the lists, if there is room.
    mutating func add<Element>(
        _ element: Element, to list: WritableKeyPath<Self, [Element]>
    ) {
        if self[keyPath: list].count < Self.limit {
            self[keyPath: list].append(element)
        } else {
            leftOut += 1
        }
    }
}

extension EventRecord {
    var time: FrameTime { FrameTime(frame) }

    private func value(_ key: String) -> JSONValue? { fields.first { $0.key == key }?.value }

    func text(_ key: String) -> String? {
        if case .string(let text)? = value(key) { text } else { nil }
    }

    func integer(_ key: String) -> Int? {
        if case .integer(let number)? = value(key) { Int(number) } else { nil }
    }

    func decimal(_ key: String) -> Double? {
        switch value(key) {
        case .decimal(let number): number
        case .integer(let number): Double(number)
        case .null, .bool, .string, .array, .object, nil: nil
        }
    }

    func decimals(_ key: String) -> [Double] {
        guard case .array(let values)? = value(key) else { return [] }
        return values.compactMap { if case .decimal(let number) = $0 { number } else { nil } }
    }
}
