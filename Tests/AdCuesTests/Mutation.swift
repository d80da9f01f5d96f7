/// Changes valid documents as damage and attackers do, the same way in every run.
struct Mutation {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 2 &+ 1
    }

    /// A number below `bound`.
    private mutating func number(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(truncatingIfNeeded: state >> 33) % bound
    }

    /// `bytes` with up to eight changes: other bytes, bytes cut out, and bytes repeated.
    mutating func callAsFunction(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for _ in 0...number(below: 8) where !result.isEmpty {
            let place = number(below: result.count)
            let end = min(result.count, place + 1 + number(below: 16))
            switch number(below: 4) {
            case 0: result[place] = UInt8(number(below: 256))
            case 1: result[place] = number(below: 2) == 0 ? 0 : 0xFF
            case 2: result.removeSubrange(place..<end)
            default: result.insert(contentsOf: result[place..<end], at: place)
            }
        }
        return result
    }
}
