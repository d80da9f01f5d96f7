import MediaTime

/// What a server answers to a request for a part of a body.
package enum RangeAnswer: Sendable {
    /// These bytes of the whole, which begin where they were requested. There may be more after
    /// them.
    case part(WebResponse, Range<Int>)

    /// The server does not send this part.
    case refused

    /// The server has another body by now.
    case changed
}

/// What identifies a body while its parts are requested one after another.
struct BodyIdentity: Hashable, Sendable {
    /// A strong `ETag` (RFC 9110, 8.8.3).
    var tag: String?
    /// `Last-Modified`, as the server writes it.
    var date: String?
    /// The size of the whole body in bytes.
    var size: Int?

    /// The value for `If-Range` (RFC 9110, 13.1.5).
    var validator: String? { tag ?? date }

    /// Whether `other` certainly belongs to another body.
    func contradicts(_ other: BodyIdentity) -> Bool {
        if let size, let otherSize = other.size, size != otherSize { return true }
        if let tag, let otherTag = other.tag { return tag != otherTag }
        if let date, let otherDate = other.date { return date != otherDate }
        return false
    }
}

extension BodyIdentity {
    /// What an answer to a request for the bytes from `position` on is.
    enum Verdict: Hashable {
        case part(Range<Int>)
        case refused
        case changed
    }

    /// Judges an answer whose body has the identity `answered`. `range` is the range that it
    /// declares; `nil` if it declares none.
    func judge(_ answered: BodyIdentity, _ range: ContentRange?, from position: Int) -> Verdict {
        var answered = answered
        if let range { answered.size = range.size }
        guard !contradicts(answered) else { return .changed }
        guard let bytes = range?.bytes, bytes.lowerBound == position,
            bytes.upperBound <= size ?? .max
        else { return .refused }
        return .part(bytes)
    }
}

/// The range of a body in a partial response: `bytes 0-99/1000` (RFC 9110, 14.4).
struct ContentRange: Hashable, Sendable {
    /// Never empty.
    var bytes: Range<Int>
    /// The size of the whole body; `nil` if the server does not know it.
    var size: Int?

    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let numbers = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = numbers[0].split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, ends.count == 2, let first = Self.number(ends[0]),
            let last = Self.number(ends[1]), first <= last, last < .max
        else { return nil }
        bytes = first..<last + 1
        guard numbers[1] != "*" else { return }
        guard let size = Self.number(numbers[1]), last < size else { return nil }
        self.size = size
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
    }
}
