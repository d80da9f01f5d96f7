/// Why a document could not be read to its end.
package enum XMLFailure: Error, Hashable, Sendable {
    /// `code` is one of libxml2's `xmlParserErrors`; lines count from 1.
    case malformed(line: Int, code: Int)

    /// A document type could declare entities, which can fill any memory or name files.
    case declaresDocumentType(line: Int)

    /// Elements within elements are deeper than ``XMLBounds/depth``.
    case tooDeep(line: Int)

    /// More elements and attributes than ``XMLBounds/partCount``.
    case tooManyParts(line: Int)

    /// More bytes than ``XMLBounds/byteCount``.
    case tooLarge
}
