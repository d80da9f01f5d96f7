/// A spot that is in memory as a whole, still encoded.
package struct Spot: Hashable, Sendable {
    /// Where it comes from, for people to read.
    package var place: String

    /// The media type in lower case and without parameters, or `nil` if none was named.
    package var contentType: String?

    package var bytes: [UInt8]
}
