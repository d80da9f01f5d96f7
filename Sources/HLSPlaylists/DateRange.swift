import MediaTime

/// A range of time that a station says something about (`EXT-X-DATERANGE`).
///
/// Several tags may describe one range. A later tag adds attributes, and changes none.
package struct DateRange: Hashable, Sendable {
    package let id: String
    package private(set) var attributes: AttributeList
    /// The index of the segment that its last tag stands before.
    package var segmentIndex: Int

    package init(id: String, _ attributes: AttributeList, before segmentIndex: Int) {
        self.id = id
        self.attributes = attributes
        self.segmentIndex = segmentIndex
    }

    /// Adds the attributes of a later tag.
    package mutating func add(_ later: AttributeList, before segmentIndex: Int) {
        for entry in later.entries { attributes.add(entry) }
        self.segmentIndex = segmentIndex
    }

    package var className: String? { attributes["CLASS"] }

    package var start: WallClockDate? {
        attributes["START-DATE"].flatMap(WallClockDate.init(parsing:))
    }

    package var end: WallClockDate? {
        attributes["END-DATE"].flatMap(WallClockDate.init(parsing:))
    }

    package var plannedDuration: Duration? { attributes.seconds("PLANNED-DURATION") }

    /// Its length as far as that is settled: `DURATION`, or the time from its start to its end.
    package var settledDuration: Duration? {
        if let duration = attributes.seconds("DURATION") { return duration }
        guard let start, let end, end >= start else { return nil }
        return end.sinceEpoch - start.sinceEpoch
    }
}
