/// A complete response with any status except a redirect.
package struct WebReply: Sendable {
    package var status: Int
    package var document: WebDocument

    package var isGood: Bool { (200..<300).contains(status) }
}
