/// The first mistake in a text that is no JSON, which the decoder does not tell.
///
/// Finds what keeps a text from being a tree; what a string or a number has in it, it leaves to the
/// decoder. Like the decoder, it takes a comma after the last part.
enum JSONMistake: Hashable {
    /// The text ends before the value does.
    case breaksOff
    /// A value, or what separates two, is not what may come there. Counts bytes, from 0.
    case invalidValue(at: Int)

    /// Finds the first mistake in `text`; `nil` if there is none.
    init?(in text: String) {
        var search = Search(bytes: Array(text.utf8))
        do throws(JSONMistake) {
            try search.readDocument()
            return nil
        } catch {
            self = error
        }
    }
}

extension JSONMistake: Error, CustomStringConvertible {
    var description: String {
        switch self {
        case .breaksOff: "it breaks off"
        case .invalidValue(let place): "invalid value around character \(place)"
        }
    }
}

/// Reads a text up to its first mistake. Takes linear time, and no stack for depth.
private struct Search {
    let bytes: [UInt8]
    var place = 0
    /// The objects and lists that are open, by their last character, outermost first.
    var open: [UInt8] = []

    mutating func readDocument() throws(JSONMistake) {
        // A byte order mark is no part of the text.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        var needsValue = true
        repeat {
            if needsValue {
                needsValue = try beginValue()
            } else {
                needsValue = try endValue()
            }
        } while needsValue || !open.isEmpty
        skipSpace()
        if place < bytes.count { throw .invalidValue(at: place) }
    }

    /// Reads a value, or the beginning of one with parts. Returns whether another value follows.
    private mutating func beginValue() throws(JSONMistake) -> Bool {
        switch try nextByte() {
        case UInt8(ascii: "{"):
            place += 1
            open.append(UInt8(ascii: "}"))
            return try beginMember()
        case UInt8(ascii: "["):
            place += 1
            open.append(UInt8(ascii: "]"))
            return try nextByte() != UInt8(ascii: "]")
        case UInt8(ascii: "\""): try readString()
        case UInt8(ascii: "t"): try readWord("true")
        case UInt8(ascii: "f"): try readWord("false")
        case UInt8(ascii: "n"): try readWord("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
        default: throw .invalidValue(at: place)
        }
        return false
    }

    /// Reads what follows a part of the innermost object or list. Returns whether another follows.
    private mutating func endValue() throws(JSONMistake) -> Bool {
        guard let end = open.last else { return false }
        var byte = try nextByte()
        if byte == UInt8(ascii: ",") {
            place += 1
            if end == UInt8(ascii: "}") {
                if try beginMember() { return true }
            } else if try nextByte() != end {
                return true
            }
            byte = try nextByte()
        }
        guard byte == end else { throw .invalidValue(at: place) }
        place += 1
        open.removeLast()
        return false
    }

    /// Reads a name and its colon. Returns `false` at the object's end.
    private mutating func beginMember() throws(JSONMistake) -> Bool {
        let byte = try nextByte()
        if byte == UInt8(ascii: "}") { return false }
        guard byte == UInt8(ascii: "\"") else { throw .invalidValue(at: place) }
        try readString()
        guard try nextByte() == UInt8(ascii: ":") else { throw .invalidValue(at: place) }
        place += 1
        return true
    }

    private mutating func readString() throws(JSONMistake) {
        place += 1
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\\"): place += 2
            case UInt8(ascii: "\""):
                place += 1
                return
            default: place += 1
            }
        }
        throw .breaksOff
    }

    private mutating func readWord(_ word: StaticString) throws(JSONMistake) {
        for letter in word.description.utf8 {
            guard place < bytes.count else { throw .breaksOff }
            guard bytes[place] == letter else { throw .invalidValue(at: place) }
            place += 1
        }
    }

    private mutating func readNumber() {
        while place < bytes.count, "+-.0123456789Ee".utf8.contains(bytes[place]) { place += 1 }
    }

    private mutating func nextByte() throws(JSONMistake) -> UInt8 {
        skipSpace()
        guard place < bytes.count else { throw .breaksOff }
        return bytes[place]
    }

    private mutating func skipSpace() {
        while place < bytes.count, " \t\n\r".utf8.contains(bytes[place]) { place += 1 }
    }
}
