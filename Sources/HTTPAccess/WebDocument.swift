/// An answer that was taken in as a whole.
package struct WebDocument: Sendable {
    /// Where it comes from, after redirects.
    package var address: WebAddress

    /// The media type in lower case and without parameters, or `nil` if none was named.
    package var contentType: String?

    package var bytes: [UInt8]
}
