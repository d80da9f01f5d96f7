import MediaTime

extension AdSchedule {
    /// Where a break begins, as a document says it (VMAP 1.0.1, `timeOffset`).
    public enum Offset: Hashable, Sendable {
        case at(FrameTime)
        /// After this share of the stream, 0 to 1.
        case share(Double)
        /// At the place for breaks that has this number, from 1; the stream's server knows them.
        case ordinal(Int)
        /// As the stream's last part.
        case end
    }

    /// A break of which the place is not known yet.
    public struct UnplacedBreak: Hashable, Sendable {
        public var offset: Offset

        /// The break as if it began at frame 0.
        public var laidOut: Break
    }
}

extension AdSchedule {
    /// Gives breaks that stand at a share or the end of a stream their place in one of that length.
    ///
    /// A break at a numbered place stays without one, because only the server knows the places.
    public mutating func place(inStreamEndingAt end: FrameTime) {
        guard end != .distantFuture else { return }
        var remarks = Remarks(remarks)
        var placed = breaks
        unplaced.removeAll { waiting in
            guard let start = waiting.start(inStreamEndingAt: end) else { return false }
            placed.append(waiting.laidOut.moved(to: start))
            return true
        }
        breaks = Self.arranged(placed, remarks: &remarks)
        self.remarks = remarks.lines
    }
}

extension AdSchedule.UnplacedBreak {
    fileprivate func start(inStreamEndingAt end: FrameTime) -> FrameTime? {
        let latest = max(.zero, end - laidOut.range.count)
        switch offset {
        case .at(let start): return start
        case .share(1), .end: return latest
        case .share(let share):
            return FrameTime(Int64(saturating: (Double(end.frames) * share).rounded()))
        case .ordinal: return nil
        }
    }
}

extension AdSchedule.Offset: CustomStringConvertible {
    /// The offset as VMAP writes it.
    public var description: String {
        switch self {
        case .at(let start): ClockTime.text(of: start)
        case .share(let share): "\((share * 100_000).rounded() / 1000)%"
        case .ordinal(let number): "#\(number)"
        case .end: "end"
        }
    }
}
