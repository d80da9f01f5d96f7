@testable import HTTPAccess

/// Bodies that are compressed as gzip, whole and in pieces. The first byte is the split into pieces.
enum GzipFuzz: FuzzTarget {
    static let name = "gzip"
    static let kind = FuzzKind.binary
    /// The method and the flags; how hard it was compressed, and on which system; an empty block.
    static let words = [
        "\u{8}\u{0}\u{0}\u{0}\u{0}\u{0}", "\u{8}\u{4}", "\u{8}\u{10}", "\u{2}\u{3}",
        "\u{1}\u{0}\u{0}", "\u{3}\u{0}",
    ]

    /// As of a document, which is inflated up to its size limit.
    private static let limit = 1 << 20

    private enum Outcome: Equatable {
        case bytes([UInt8], mayEnd: Bool)
        case damaged
        case tooLong
    }

    private struct TooLong: Error {}

    static func run(_ bytes: [UInt8]) {
        guard let split = bytes.first else { return }
        let body = Array(bytes.dropFirst())
        let whole = inflated(body, split: max(1, body.count))
        let pieces = inflated(body, split: Int(split) + 1)
        // Damage behind the limit is found by one of the two only.
        guard whole != .tooLong, pieces != .tooLong else { return }
        precondition(whole == pieces, "the pieces change what is inflated")
    }

    private static func inflated(_ body: [UInt8], split: Int) -> Outcome {
        let inflation = GzipInflation()
        var plain: [UInt8] = []
        var rest = body[...]
        do {
            while !rest.isEmpty {
                try inflation.inflate(Array(rest.prefix(split))) { part in
                    plain += part
                    if plain.count > limit { throw TooLong() }
                }
                rest = rest.dropFirst(split)
            }
        } catch {
            return error is TooLong ? .tooLong : .damaged
        }
        return .bytes(plain, mayEnd: inflation.mayEnd)
    }
}
