import MediaTime

/// An Uplynk session: its stream, and where to request further breaks.
public struct UplynkSession: Hashable, Sendable {
    /// The stream's address; `nil` if the response has none.
    public var playURL: String?

    /// The session id (`sid`).
    public var id: String

    /// The beginning of the session's addresses: http(s), without a slash at the end.
    public var prefix: String

    public init(playURL: String? = nil, id: String, prefix: String) {
        self.playURL = playURL
        self.id = id
        self.prefix = prefix
    }

    /// The reason for a ping.
    public enum PingEvent: Hashable, Sendable {
        case started
        /// The listener has sought from this frame.
        case sought(from: FrameTime)
        /// The time named by the last response has come.
        case due
    }

    /// The address of a ping for a listener at `position`.
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
    /// Seconds with three decimals, as in ping addresses.
    fileprivate var inWholeMilliseconds: String {
        let milliseconds = Int64(saturating: (Double(frames) / 48).rounded())
        let rest = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(milliseconds / 1000).\(rest)"
    }
}

/// Uplynk's response to a ping.
public struct PingAnswer: Hashable, Sendable {
    /// When the next ping is due, in stream time; `nil` if no ping should follow.
    public var next: FrameTime?

    public var schedule: AdSchedule

    /// The server's error message; the session continues.
    public var error: String?

    /// Parses a response. Errors name `address` as its origin.
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
    /// The limit of known breaks, once pings add to them.
    public static let maximumBreakCount = 1000

    /// Adds the breaks of a later response, and returns those that are new or became longer.
    ///
    /// A known break may have started, so it changes only by ads added after its last one. A new
    /// break that overlaps a known one is left out with a remark. When the stream has more than
    /// ``maximumBreakCount`` breaks, the oldest are dropped.
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

    /// The index of the break that is already known: at the same millisecond, or with the same id
    /// within a second.
    private func known(_ one: Break) -> Int? {
        breaks.firstIndex { known in
            let distance = abs(known.range.start - one.range.start)
            return known.isLinear == one.isLinear
                && distance <= FrameTime.rate / (known.id == one.id ? 1 : 1000)
        }
    }
}
