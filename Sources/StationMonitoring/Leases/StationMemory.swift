import MediaTime

/// What is kept of a station for the next process that watches it. A value.
package struct StationMemory: Hashable, Sendable, Codable {
    /// Those that count.
    package var figures = StationFigures()
    package var breaks = CountedBreaks()
    /// The alarms that stand.
    package var alarms: [AlarmFinding] = []
    /// How often each alarm was raised.
    package var raisedCounts: [AlarmKind: Int] = [:]

    package init() {}

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        figures = try fields.decode(StationFigures.self, forKey: .figures)
        breaks = try fields.decode(CountedBreaks.self, forKey: .breaks)
        alarms = try fields.decode([AlarmFinding].self, forKey: .alarms)
        raisedCounts = try fields.decodeCounts(of: AlarmKind.self, forKey: .raisedCounts)
    }
}

extension StationFigures: Codable {
    /// How it is now is another process's to find out.
    private enum CodingKeys: CodingKey {
        case breakCount, unfilledCount, spots, cueCount, streamUnderrunCount, deviceUnderrunCount
        case beacons, reconnectCount, restartCount
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        breakCount = try fields.decodeCount(forKey: .breakCount)
        unfilledCount = try fields.decodeCount(forKey: .unfilledCount)
        spots = try fields.decodeCounts(of: SpotOutcome.self, forKey: .spots)
        cueCount = try fields.decodeCount(forKey: .cueCount)
        streamUnderrunCount = try fields.decodeCount(forKey: .streamUnderrunCount)
        deviceUnderrunCount = try fields.decodeCount(forKey: .deviceUnderrunCount)
        beacons = try fields.decodeCounts(of: BeaconOutcome.self, forKey: .beacons)
        reconnectCount = try fields.decodeCount(forKey: .reconnectCount)
        restartCount = try fields.decodeCount(forKey: .restartCount)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(breakCount, forKey: .breakCount)
        try fields.encode(unfilledCount, forKey: .unfilledCount)
        try fields.encode(spots, forKey: .spots)
        try fields.encode(cueCount, forKey: .cueCount)
        try fields.encode(streamUnderrunCount, forKey: .streamUnderrunCount)
        try fields.encode(deviceUnderrunCount, forKey: .deviceUnderrunCount)
        try fields.encode(beacons, forKey: .beacons)
        try fields.encode(reconnectCount, forKey: .reconnectCount)
        try fields.encode(restartCount, forKey: .restartCount)
    }
}

extension UTCTime: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(nanoseconds)
    }
}

extension KeyedDecodingContainer {
    /// Reads a count, which has room to grow.
    fileprivate func decodeCount(forKey key: Key) throws -> Int {
        min(max(0, try decode(Int.self, forKey: key)), Int(Int32.max))
    }

    fileprivate func decodeCounts<Name: Hashable & Decodable & CodingKeyRepresentable>(
        of names: Name.Type, forKey key: Key
    ) throws -> [Name: Int] {
        try decode([Name: Int].self, forKey: key).mapValues { min(max(0, $0), Int(Int32.max)) }
    }
}
