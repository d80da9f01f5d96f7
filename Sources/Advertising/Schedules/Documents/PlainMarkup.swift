/// An XML document reduced to what a schedule needs, without declarations, instructions and
/// comments.
///
/// A document type is refused, because nested entities can expand without limit.
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
                rest = try skip(upTo: "-->", in: rest, from: 4)
            } else if rest.starts(with: "<?".utf8) {
                rest = try skip(upTo: "?>", in: rest, from: 2)
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

    /// More attributes than any element of a schedule has. The parser compares each attribute with
    /// all earlier ones, so more would be slow.
    static let attributeLimit = 1000

    /// The content of the tag at the beginning of `rest`, without its end.
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

    /// Skips to `end`, and keeps only the line ends, so that error positions stay correct.
    private mutating func skip(
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
        // A web page begins with a document type; name it as a web page.
        let words = String(decoding: rest.prefix(14), as: UTF8.self).lowercased()
        return words == "<!doctype html" ? .unknownRoot("html") : .declaresDocumentType
    }
}
