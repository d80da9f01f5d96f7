import Foundation
import MediaTime
import Playout
import Testing

/// The output in each situation under each policy, as text.
///
/// `RECORD=1 swift test` writes the text again.
@Suite("Tables of heard audio")
struct TableTests {
    @Test("equal the kept ones", arguments: Situation.allCases)
    func tables(_ situation: Situation) throws {
        let text = Policy.allCases.map { policy in
            var drawing = situation.beginning(policy.underSpots)
            situation.play(on: &drawing)
            return ([policy.rawValue] + drawing.table).joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Tables/\(situation.rawValue).txt")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    }
}

/// The stream's treatment under spots, with an attack of 150 ms and a release of 600 ms.
enum Policy: String, CaseIterable {
    case mute
    case hold
    case duck

    var underSpots: Arrangement.StreamUnderSpots {
        switch self {
        case .mute: .muted
        case .hold: .held
        case .duck: .ducked(gain: 0.2, attackFrameCount: 7_200, releaseFrameCount: 28_800)
        }
    }
}
