/// A complete response body.
package struct WebDocument: Sendable {
    /// Its address, after redirects.
    package var address: WebAddress

    /// The media type in lower case and without parameters; `nil` if none was declared.
    package var contentType: String?

    package var bytes: [UInt8]
}
