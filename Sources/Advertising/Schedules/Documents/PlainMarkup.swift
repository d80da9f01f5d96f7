/// An XML document without what no schedule needs: declarations, instructions and comments.
///
/// A document type is refused, since it could say what entities stand for: one that stands for ten
/// of another, and so on, fills any memory.
struct PlainMarkup {
    private(set) var bytes: [UInt8] = []

    init(_ document: [UInt8]) throws(AdScheduleError.Reason) {
        bytes.reserveCapacity(document.count)
        var rest = document[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            bytes += rest[..<start]
            rest = rest[start...]
            if rest.starts(with: "<![CDATA[".utf8) {
                let after = try after("]]>", in: rest)
                bytes += rest[..<after.startIndex]
                rest = after
            } else if rest.starts(with: "<!--".utf8) {
                rest = try leaveOut(upTo: "-->", in: rest, from: 4)
            } else if rest.starts(with: "<?".utf8) {
                rest = try leaveOut(upTo: "?>", in: rest, from: 2)
            } else if rest.starts(with: "<!".utf8) {
                throw Self.refusal(of: rest)
            } else {
                let tag = try Self.tag(in: rest)
                bytes += tag
                rest = rest[tag.endIndex...]
            }
        }
        bytes += rest
    }

    /// More attributes than a schedule's element has, and fewer than take the parser long: it
    /// compares each with all before.
    static let attributeLimit = 1000

    /// What of the tag at the beginning of `rest` comes before its end.
    private static func tag(
        in rest: ArraySlice<UInt8>
    ) throws(AdScheduleError.Reason) -> ArraySlice<UInt8> {
        var quote: UInt8?
        var attributeCount = 0
        for (index, byte) in zip(rest.indices, rest).dropFirst() {
            switch (quote, byte) {
            case (nil, UInt8(ascii: "<")), (nil, UInt8(ascii: ">")):
                return rest[..<index]
            case (nil, UInt8(ascii: "\"")), (nil, UInt8(ascii: "'")):
                quote = byte
                attributeCount += 1
                guard attributeCount <= attributeLimit else {
                    throw .tooManyAttributes(limit: attributeLimit)
                }
            case (byte, _): quote = nil
            default: break
            }
        }
        return rest
    }

    /// Goes on after `end`, and keeps nothing but the ends of lines, by which mistakes are found.
    private mutating func leaveOut(
        upTo end: String, in rest: ArraySlice<UInt8>, from offset: Int
    ) throws(AdScheduleError.Reason) -> ArraySlice<UInt8> {
        let after = try after(end, in: rest.dropFirst(offset))
        bytes += rest[..<after.startIndex].filter { $0 == UInt8(ascii: "\n") }
        return after
    }

    private func after(
        _ end: String, in rest: ArraySlice<UInt8>
    ) throws(AdScheduleError.Reason) -> ArraySlice<UInt8> {
        guard let found = rest.firstRange(of: Array(end.utf8)) else {
            let line = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            throw .malformedXML(line: line, "what begins there has no end")
        }
        return rest[found.upperBound...]
    }

    private static func refusal(of rest: ArraySlice<UInt8>) -> AdScheduleError.Reason {
        // A web page declares one, and is better told what it is.
        let words = String(decoding: rest.prefix(14), as: UTF8.self).lowercased()
        return words == "<!doctype html" ? .unknownRoot("html") : .declaresDocumentType
    }
}
