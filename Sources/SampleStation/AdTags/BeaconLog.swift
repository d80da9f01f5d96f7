import Advertising
import MediaTime

/// The beacons that the station's ad server got, and the requests that led to them.
struct BeaconLog: Sendable {
    private(set) var calls: [AdTagCall] = []
    private(set) var beacons: [AdTagBeacon] = []

    /// Until when all beacons are refused, by the station's clock.
    var refusedUntil = Duration.zero

    /// Neither list keeps more than the newest.
    static let limit = 100_000

    /// The number of calls so far; the number of the last one.
    private var count = 0

    /// Records a request for ads, and returns its number, from 1.
    mutating func note(call path: String, at date: Double) -> Int {
        count += 1
        Self.append(AdTagCall(call: count, at: date, path: path), to: &calls)
        return count
    }

    mutating func note(_ beacon: AdTagBeacon) {
        Self.append(beacon, to: &beacons)
    }

    mutating func clear() {
        (calls, beacons) = ([], [])
    }

    private static func append<Item>(_ item: Item, to items: inout [Item]) {
        // In portions, so that a long run moves few items.
        if items.count >= limit { items.removeFirst(limit / 10) }
        items.append(item)
    }
}

/// A request for ads.
struct AdTagCall: Encodable, Hashable, Sendable {
    var call: Int
    /// In seconds since 1970.
    var at: Double
    /// With its query.
    var path: String
}

/// A request to a tracking address.
struct AdTagBeacon: Encodable, Hashable, Sendable {
    /// In seconds since 1970.
    var at: Double
    var event: String
    var ad: String?
    /// The number of the request for ads that named the address; `nil` if the address has none.
    var call: Int?
    /// The wrapper that named it, from the inmost one on; 0 for the ad itself.
    var level: Int?
    /// The VAST error code of an error.
    var code: String?
    /// All of the query.
    var query: [String: String]

    init(_ fields: QueryFields, at date: Double) throws(RequestRefusal) {
        at = date
        event = try fields.required("event")
        ad = fields["ad"]
        call = try fields.integer("call")
        level = try fields.integer("level")
        code = fields["code"]
        query = fields.all
    }
}

/// Owns the log of the station's ad server.
actor BeaconLogOwner {
    private var log = BeaconLog()

    func ask<Answer: Sendable>(_ work: @Sendable (inout BeaconLog) -> Answer) -> Answer {
        work(&log)
    }
}
