/// Mutates inputs for libFuzzer: sometimes a number in a text, and otherwise by libFuzzer's own
/// mutations.
enum NumberMutator {
    /// Numbers that break arithmetic and conversions.
    private static let numbers = [
        "0", "-1", "1", "1e300", "-1e300", "1e15", "1e18", "9.3e18", "1e-300", "0.1", "2147483648",
        "4294967296", "9007199254740993", "9223372036854775807", "-9223372036854775808",
        "18446744073709551616", "1e999", "\"nan\"", "\"inf\"", "null", "1e9", "86400", "999999999",
    ]

    static func mutate(
        _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximumSize: Int, seed: UInt32
    ) -> Int {
        let input = UnsafeMutableBufferPointer(start: data, count: size)
        let isTurn = FuzzedInput.target.kind == .text && seed % 4 == 0
        guard isTurn, let changed = withOtherNumber(Array(input), seed: Int(seed / 4)),
            changed.count <= maximumSize
        else { return defaultMutation(data, size, maximumSize) }
        data.update(from: changed, count: changed.count)
        return changed.count
    }

    /// `text` with one of its numbers replaced; `nil` if it has none.
    private static func withOtherNumber(_ text: [UInt8], seed: Int) -> [UInt8]? {
        let starts = text.indices.filter {
            isPart(text[$0]) && ($0 == 0 || !isPart(text[$0 - 1]))
        }
        guard !starts.isEmpty else { return nil }
        let start = starts[seed % starts.count]
        let end = text[start...].firstIndex { !isPart($0) } ?? text.count
        let number = numbers[seed / starts.count % numbers.count]
        return text[..<start] + Array(number.utf8) + text[end...]
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"): true
        default: false
        }
    }
}

@_cdecl("LLVMFuzzerCustomMutator")
func customMutator(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximumSize: Int, _ seed: UInt32
) -> Int {
    NumberMutator.mutate(data, size, maximumSize, seed: seed)
}

@_silgen_name("LLVMFuzzerMutate")
private func defaultMutation(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximumSize: Int
) -> Int
