@testable import AudioDecoding

/// Consecutive frames of Layer III: their headers, the places of their audio, and the splices of
/// streams.
enum Layer3Fuzz: FuzzTarget {
    static let name = "layer3"
    static let kind = FuzzKind.binary
    static let words = ["Xing", "Info", "LAME", "\u{0}\u{0}\u{0}\u{7}"]

    static func run(_ bytes: [UInt8]) {
        var watch = Layer3Watch(announced: bytes.first.map { Int($0) * 1_000_000 })
        var start = 0
        while start < bytes.count {
            let header = FrameHeader(bytes[start...])
            let end = min(bytes.count, start + max(1, header?.size ?? 1))
            bytes[start..<end].withUnsafeBytes { frame in
                if let frame = Layer3Frame(frame) { _ = watch.look(at: frame) }
            }
            start = end
        }
    }
}
