import Foundation
import Interlude

/// A recording of a session, which is replayed.
enum RecordingFuzz: FuzzTarget {
    static let name = "recording"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + [
            "{\"began\":{}}", "\"heard\":", "\"_0\":", "\"_1\":", "\"liveEdge\":", "\"source\":",
            "\"generation\":", "\"opened\":", "\"ready\":{}", "\"command\":", "\"switchable\":",
            "\"planRefused\":", "\"starved\":", "\"exhausted\":", "\"time\":", "\"push\":",
            "\"seek\":", "\"setDelay\":", "\"timeStoodStill\":{}", "\"advertisements\":",
            "\"truex\":",
            "[9223372036854775807,0]", "\"sinkHeld\":", "\"sinkReleased\":{}", "\n",
        ]

    static func run(_ bytes: [UInt8]) {
        // try?: a malformed recording is refused.
        try? SessionRecording.replay(Data(bytes), named: "a recording") {
            _ = $0.json.description
        }
    }
}
