import Advertising
import Interlude
import MediaTime

/// The contents of an event log, arranged for the report.
///
/// Reads the log line by line. Of each list, entries beyond ``limit`` are only counted.
package struct SessionAccount: Hashable, Sendable {
    static let limit = 2000

    var breaks: [ReportedBreak] = []
    var spots: [ReportedSpot] = []
    var joints: [SessionJoint] = []
    var incidents: [Incident] = []
    /// The number of incidents of each kind, including those left out.
    var incidentCounts: [Incident.Kind: Int] = [:]
    /// The titles of the advertisements by id.
    var titles: [Int: String] = [:]
    /// The first frame of the stream that was heard.
    var firstSound: FrameTime?
    /// The last output frame in the log.
    var end = FrameTime.zero
    /// The number of breaks, spots, joints and incidents left out.
    var leftOut = 0
    /// The slot of the last spot left out; -1 if there is none.
    var lastUnlistedSlot = -1

    /// Why the last try of a beacon that is still to be sent has failed, by its address.
    var failedTries: [String: String] = [:]

    var heard = Heard.silence
    /// Where the stream was left, until it resumes.
    var left: Place?

    /// What is heard at the present line of the log.
    enum Heard: Hashable, Sendable {
        case silence
        case stream
        /// A spot, by its slot.
        case spot(Int)
        /// The spot has ended, and the log has nothing after it yet.
        case afterSpot(Int, end: FrameTime)
    }

    /// An output frame with its stream frame.
    struct Place: Hashable, Sendable {
        var output: FrameTime
        var stream: FrameTime
    }

    package init() {}

    /// Reads the next line of the log.
    package mutating func note(_ record: EventRecord) {
        end = max(end, record.time)
        switch record.event.split(separator: ".").first {
        case "slot": noteSlot(record)
        case "break", "latency": noteBreak(record)
        case "stream": noteStream(record)
        case "session", "sink": noteSession(record)
        case "decision": noteDecision(record)
        case "tracking": noteBeacon(record)
        default: break
        }
    }

    /// Notes the title of a spot.
    package mutating func note(_ advertisement: Advertisement) {
        guard titles[advertisement.id] == nil, titles.count < Self.limit else { return }
        titles[advertisement.id] =
            advertisement.title.isEmpty ? advertisement.audioFileURL : advertisement.title
    }

    /// Appends to a list if it has room.
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
