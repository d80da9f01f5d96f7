import AdPlayback
import MediaTime

/// The script of a viewer.
enum ViewerFuzz: FuzzTarget {
    static let name = "viewer"
    static let kind = FuzzKind.text
    static let words = [
        "opt-in@", "opt-out@", "interact@", "done@", "cancel@", "back@", ",", "@2s",
    ]

    static func run(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // try?: a malformed script is refused.
        let script = try? ViewerScript(parsing: text) { time in
            guard let seconds = Int32(time) else { throw CancellationError() }
            return .seconds(seconds)
        }
        _ = script?.agenda(from: FrameTime(48_000))
    }
}
