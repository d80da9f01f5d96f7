/// How deep and how large a JSON text may be, found out before anything is made of it.
enum JSONBounds {
    static let depthLimit = 64
    static let partLimit = 100_000

    static func check(_ text: String.UTF8View) throws(AdScheduleError.Reason) {
        var depth = 0
        var parts = 0
        var isString = false
        var isEscaped = false
        for byte in text {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","): parts += 1
            default: break
            }
            guard depth <= depthLimit else { throw .tooDeep(limit: depthLimit) }
            guard parts <= partLimit else { throw .tooManyParts(limit: partLimit) }
        }
    }
}
