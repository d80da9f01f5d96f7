import Foundation
import MediaTime

@testable import Interlude

/// Answers of a back end: the start of listening, and its catalogue.
enum StationAnswerFuzz: FuzzTarget {
    static let name = "station-answer"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + JSONWords.spot + [
            "\"streamerId\":", "\"mountPoint\":", "\"needsToPlayPreStreamAd\":",
            "\"preStreamAdCount\":", "\"preStreamAdList\":[", "\"inStreamSpotList\":[",
            "\"defaultSpotList\":[", "\"fallbackSpotList\":[", "\"spotGroups\":[", "\"spots\":[",
            "\"startTime\":", "\"muteMusicUrl\":", "\"streamer\":{", "\"homeTeam\":{",
        ]

    static func run(_ bytes: [UInt8]) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let document = Data(bytes)
        // try?: a malformed answer is refused.
        _ = try? decoder.decode([LiveStream].self, from: document)
        guard let answer = try? decoder.decode(StartListeningAnswer.self, from: document) else {
            return
        }
        for spot in answer.preStreamAdList { _ = spot.duration?.frameCount }
        var inventory = SpotInventory(answer)
        for _ in 0..<3 { _ = inventory.take(answer.preStreamAdCount, from: .inStream) }
        _ = inventory.group(answer.streamerId)
    }
}
