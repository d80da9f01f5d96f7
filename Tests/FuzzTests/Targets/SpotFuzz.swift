import Advertising
import Foundation
import Interlude
import MediaTime

/// A `SPOT.json`.
enum SpotFuzz: FuzzTarget {
    static let name = "spot"
    static let kind = FuzzKind.text
    static let words = JSONWords.marks + JSONWords.spot

    static func run(_ bytes: [UInt8]) {
        // try?: a malformed document is refused.
        guard let spot = try? JSONDecoder().decode(Advertisement.self, from: Data(bytes)) else {
            return
        }
        precondition((try? JSONEncoder().encode(spot)) != nil, "a spot cannot be written back")
        _ = spot.duration?.frameCount
        var session = FuzzedSession()
        session.obey(.push([spot]))
    }
}
