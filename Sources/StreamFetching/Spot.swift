/// A complete spot in memory, still encoded.
package struct Spot: Hashable, Sendable {
    /// Its address or path, for people to read.
    package var place: String

    /// The media type in lower case and without parameters; `nil` if none was declared.
    package var contentType: String?

    package var bytes: [UInt8]

    /// The name under which the cache keeps it; `nil` if it does not.
    package var keptName: String?
}
