import AdPlayback
import MediaTime

/// All breaks of a session and their advertisements, as far as they were announced: a snapshot.
///
/// A value: a copy does not change, and two are equal if they say the same. It is made of the lines
/// of the event log, so a log that was kept gives the same timeline (``note(_:)``). Ids stay the same
/// when a break or a spot is added before another.
public struct AdTimeline: Hashable, Sendable, Codable {
    /// In the order in which they were announced. Of those that are over, the earliest are left out
    /// beyond 256 breaks.
    public private(set) var breaks: [Break] = []

    /// Where the programme was at each moment of the output.
    public private(set) var programme = ProgrammeMap()

    private static let mostBreaks = 256
    private static let mostAds = 1000

    public init() {}

    /// A break.
    public struct Break: Hashable, Sendable, Codable, Identifiable {
        /// The number of the break in the event log.
        public let id: String

        /// The name of a pod of a schedule; `nil` for any other break.
        public internal(set) var pod: String?

        /// Whether it is of an earlier session, to whose output ``start`` and ``end`` belong.
        public internal(set) var isEarlier = false

        public internal(set) var state = State.announced

        /// The output time of its start; `nil` until it is heard.
        public internal(set) var start: Duration?

        /// The output time after its last frame; `nil` until that was heard.
        public internal(set) var end: Duration?

        /// The number of its advertisements that were announced: a push may add to it.
        public internal(set) var adCount: Int

        /// The number of its advertisements that were over when the listener joined the break: they
        /// are none of ``ads``.
        public internal(set) var missedAdCount = 0

        /// The number of its advertisements that were skipped, or cut by the end of the session; 0 until
        /// it is over.
        public internal(set) var skippedAdCount = 0

        /// The number of its advertisements for a listener who hears all of it.
        public var originalAdCount: Int { missedAdCount + adCount }

        /// Those that are known, in the order in which they were requested.
        public internal(set) var ads: [Ad] = []

        /// What has become of the break so far.
        public enum State: String, Hashable, Sendable, Codable {
            /// It is known, and nothing of it is requested yet.
            case announced
            /// Its advertisements are being loaded.
            case resolving
            /// It can be heard at once.
            case ready
            case playing
            /// It was heard, in whole or in part.
            case done
            /// It was not heard.
            case cancelled

            var isOver: Bool { self == .done || self == .cancelled }
        }

        fileprivate mutating func becomeEarlier() {
            isEarlier = true
            ads = Array(ads.prefix(AdTimeline.mostAds))
            if !state.isOver { state = .cancelled }
            for index in ads.indices {
                switch ads[index].state {
                case .unavailable, .available: ads[index].state = .notUsed
                case .playing: ads[index].state = .skipped
                case .played, .skipped, .failed, .notUsed: break
                }
            }
        }
    }

    /// An advertisement of a break.
    public struct Ad: Hashable, Sendable, Codable, Identifiable {
        /// The slot in the event log, unique for each spot that was requested.
        public let id: Int

        /// The id of the spot, which may be heard several times.
        public let spot: Int

        public let title: String
        public internal(set) var state = State.unavailable

        /// `nil` until it is loaded.
        public internal(set) var duration: Duration?

        /// What has become of the advertisement so far.
        public enum State: String, Hashable, Sendable, Codable {
            /// It is not loaded yet.
            case unavailable
            /// It is loaded, and not heard yet.
            case available
            case playing
            /// It was heard to its end.
            case played
            /// It was cut short, by the listener or with its break or session.
            case skipped
            /// It could not be loaded, or not be decoded to its end.
            case failed
            /// It was left out.
            case notUsed
        }
    }

    /// The break with that number; `nil` if there is none, or if it is no longer kept.
    public subscript(id: Break.ID) -> Break? { breaks.last { $0.id == id } }

    /// The timeline with which a session begins that continues the one of this timeline: what that one
    /// has not heard to its end is over, and the programme has no place yet.
    var asEarlier: AdTimeline {
        var timeline = AdTimeline()
        timeline.breaks = breaks.suffix(Self.mostBreaks)
        for index in timeline.breaks.indices { timeline.breaks[index].becomeEarlier() }
        return timeline
    }

    /// The greatest numbers that it has of breaks, slots and spots. Those that no session can have
    /// reached, as a file from elsewhere may have them, do not count.
    var lastNumbers: (break: Int, slot: Int, spot: Int) {
        func last(_ numbers: some Sequence<Int>) -> Int {
            numbers.filter { (1...Self.greatestNumber).contains($0) }.max() ?? 0
        }
        let ads = breaks.flatMap(\.ads)
        return (
            last(breaks.compactMap { Int($0.id) }), last(ads.map(\.id)), last(ads.map(\.spot))
        )
    }

    private static let greatestNumber = 1 << 48

    /// The pods of a schedule of which every ad was heard, or paid for by a credit.
    var heardPods: Set<String> {
        Set(breaks.filter { $0.state == .done && $0.skippedAdCount == 0 }.compactMap(\.pod))
    }

    /// Takes the next line of an event log. One that says nothing about breaks or the programme's
    /// place changes nothing.
    public mutating func note(_ record: EventRecord) {
        programme.note(record)
        let parts = record.event.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let id = record["break"]?.idText else { return }
        switch parts[0] {
        case "break": noteBreak(id, String(parts[1]), record)
        case "slot": noteSlot(String(parts[1]), record, in: id)
        default: break
        }
    }

    private mutating func noteBreak(_ id: String, _ name: String, _ record: EventRecord) {
        let index: Int
        if let known = breaks.lastIndex(where: { $0.id == id && !$0.state.isOver }) {
            index = known
        } else {
            guard ["announced", "started"].contains(name) else { return }
            if breaks.count >= Self.mostBreaks {
                breaks.remove(at: breaks.firstIndex { $0.state.isOver } ?? 0)
            }
            var one = Break(id: id, adCount: record["spots"]?.count ?? 0)
            one.missedAdCount = record["missed"]?.count ?? 0
            if case .string(let pod)? = record["pod"] { one.pod = pod }
            breaks.append(one)
            index = breaks.count - 1
        }
        let time = FrameTime(record.frame).duration
        switch name {
        case "extended": breaks[index].adCount += record["spots"]?.count ?? 0
        case "resolving": breaks[index].state = .resolving
        case "ready": breaks[index].state = .ready
        case "started":
            breaks[index].state = .playing
            breaks[index].start = time
        case "ended":
            breaks[index].state = .done
            breaks[index].end = time
            breaks[index].skippedAdCount = record["skipped"]?.count ?? 0
        case "cancelled": breaks[index].state = .cancelled
        default: break
        }
    }

    private mutating func noteSlot(_ name: String, _ record: EventRecord, in id: String) {
        guard let slot = record["slot"]?.count, record["bumper"] == nil,
            let place = breaks.lastIndex(where: { $0.id == id })
        else { return }
        var ads = breaks[place].ads
        let index: Int
        if let known = ads.firstIndex(where: { $0.id == slot }) {
            index = known
        } else {
            guard ads.count < Self.mostAds else { return }
            var title = ""
            if case .string(let text)? = record["title"] { title = text }
            ads.append(Ad(id: slot, spot: record["spot"]?.count ?? 0, title: title))
            index = ads.count - 1
        }
        switch name {
        case "loaded":
            ads[index].state = .available
            ads[index].duration = record["frames"]?.count.map { .frames($0) }
        case "started": ads[index].state = .playing
        case "completed": ads[index].state = .played
        case "skipped": ads[index].state = .skipped
        case "failed": ads[index].state = .failed
        case "notUsed": ads[index].state = .notUsed
        default: break
        }
        breaks[place].ads = ads
    }
}

extension JSONValue {
    /// A number or a name of a break as a text.
    fileprivate var idText: String? {
        switch self {
        case .integer(let number): String(number)
        case .string(let name): name
        case .null, .bool, .decimal, .array, .object: nil
        }
    }

    fileprivate var count: Int? {
        if case .integer(let number) = self { Int(exactly: number) } else { nil }
    }
}
