/// A whole answer of any status that is no redirect.
package struct WebReply: Sendable {
    package var status: Int
    package var document: WebDocument

    package var isGood: Bool { (200..<300).contains(status) }
}
