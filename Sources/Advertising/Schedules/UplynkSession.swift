import MediaTime

/// A session at Uplynk: what is played, and where further breaks are asked for.
public struct UplynkSession: Hashable, Sendable {
    /// What is to be played; `nil` where the answer does not say.
    public var playURL: String?

    /// The session's name (`sid`).
    public var id: String

    /// What the session's addresses begin with, an http(s) address without a slash at its end.
    public var prefix: String

    public init(playURL: String? = nil, id: String, prefix: String) {
        self.playURL = playURL
        self.id = id
        self.prefix = prefix
    }

    /// What a ping tells of.
    public enum PingEvent: Hashable, Sendable {
        case started
        /// The listener has gone elsewhere, from this point of the stream.
        case sought(from: FrameTime)
        /// The time that the last answer named has come.
        case due
    }

    /// The address of a ping by one who is at `position`.
    public func pingAddress(at position: FrameTime, for event: PingEvent) -> String {
        let place = "\(prefix)/session/ping/\(id).json?v=3&pt=\(position.inWholeMilliseconds)"
        switch event {
        case .started: return place + "&ev=start"
        case .sought(let origin): return place + "&ev=seek&ft=\(origin.inWholeMilliseconds)"
        case .due: return place
        }
    }
}

extension FrameTime {
    /// Seconds to the millisecond, as addresses have them.
    fileprivate var inWholeMilliseconds: String {
        let milliseconds = Int64(saturating: (Double(frames) / 48).rounded())
        let rest = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(rest)"
    }
}

/// What Uplynk answers a ping with.
public struct PingAnswer: Hashable, Sendable {
    /// When the next ping is due, in stream time; `nil` when there is to be none.
    public var next: FrameTime?

    /// The breaks that it brings.
    public var schedule: AdSchedule

    /// What went wrong at the server, in its words; the session goes on.
    public var error: String?

    /// Reads an answer; `address` says in errors where it came from.
    public init(
        parsing document: some Sequence<UInt8>, address: String
    ) throws(AdScheduleError) {
        var reading = ScheduleReading()
        do throws(AdScheduleError.Reason) {
            try reading.readPing(document)
        } catch {
            throw AdScheduleError(error, in: address)
        }
        next = reading.nextPing
        error = reading.serverError
        schedule = AdSchedule(reading)
    }
}

extension AdSchedule {
    /// How many breaks of a stream are known at a time, once pings add to them.
    public static let maximumBreakCount = 1000

    /// Takes in the breaks of a later answer, and returns those that are new, or longer than before.
    ///
    /// A break that is known stays as it is, since it may have begun, but for ads that are added
    /// behind its last one; so does one that a new break would reach into, which is then left out
    /// with a remark. Of a stream that has had more than ``maximumBreakCount`` breaks the first ones
    /// are forgotten.
    @discardableResult
    public mutating func append(_ later: AdSchedule) -> [Break] {
        var remarks = Remarks(remarks)
        for line in later.remarks { remarks.add(line) }
        var added: [Break] = []
        var longer: Set<Break.ID> = []
        for next in later.breaks {
            if let index = known(next) {
                guard let lengthened = breaks[index].lengthened(by: next) else { continue }
                breaks[index] = lengthened
                longer.insert(lengthened.id)
                continue
            }
            let inTheWay = breaks.first {
                $0.isInTheWay && next.isInTheWay && !$0.range.intersection(next.range).isEmpty
            }
            if let inTheWay {
                remarks.add(
                    "\(Self.name(of: next)) reaches into \(Self.name(of: inTheWay)); it is left out"
                )
            } else {
                added.append(next)
            }
        }
        breaks = Self.arranged(breaks + added, remarks: &remarks)
        breaks.removeFirst(max(0, breaks.count - Self.maximumBreakCount))
        unplaced += later.unplaced.filter { !unplaced.contains($0) }
        unplaced.removeFirst(max(0, unplaced.count - Self.maximumBreakCount))
        self.remarks = remarks.lines
        let starts = Set(added.map(\.range.start))
        return breaks.filter { starts.contains($0.range.start) || longer.contains($0.id) }
    }

    /// Where a break is that is here already: at the same millisecond, or by the same id within a
    /// second; `nil` if it is not.
    private func known(_ one: Break) -> Int? {
        breaks.firstIndex { known in
            let distance = abs(known.range.start - one.range.start)
            return known.isLinear == one.isLinear
                && distance <= FrameTime.rate / (known.id == one.id ? 1 : 1000)
        }
    }
}
