import MediaTime

/// The comments of a stream of Vorbis, Opus or FLAC: its title and other fields.
package struct VorbisComments: Hashable, Sendable {
    package var vendor: String
    /// In the order of the header. A name may occur more than once.
    package var fields: [ICYMetadata.Field]

    static let maximumFieldCount = 1000

    package init(vendor: String = "", fields: [ICYMetadata.Field]) {
        self.vendor = vendor
        self.fields = fields
    }

    /// The value of the first comment named `name`, ignoring case; `nil` if there is none.
    package subscript(name: String) -> String? { ICYMetadata(fields: fields)[name] }

    /// The comments with a title, as a block of ICY has them. The title is `ARTIST - TITLE`, or what
    /// there is of them; a title that is a marker stands alone.
    package var metadata: ICYMetadata {
        guard let title = ICYMetadata.joinedTitle(artist: self["ARTIST"], title: self["TITLE"])
        else { return ICYMetadata(fields: fields) }
        return ICYMetadata(
            fields: [ICYMetadata.Field(key: "StreamTitle", value: title)] + fields)
    }

    /// What the comments say about a break; `nil` if they say nothing.
    package var marker: MetadataMarker? { MetadataMarker(metadata) }
}

extension VorbisComments {
    /// Reads a comment header after its signature (Vorbis I, section 5.2.1).
    ///
    /// A length that reaches beyond the bytes ends the comments: those before it are kept. `nil` if
    /// the first length does. What has no name, and what is no UTF-8, is left out.
    package init?(parsing bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard let vendor = Self.takeText(from: &rest) else { return nil }
        self.init(vendor: String(decoding: vendor, as: UTF8.self), fields: [])
        guard var count = Self.takeNumber(from: &rest) else { return }
        while count > 0, fields.count < Self.maximumFieldCount,
            let comment = Self.takeText(from: &rest)
        {
            count -= 1
            guard let text = String(validating: comment, as: UTF8.self),
                let equals = text.firstIndex(of: "="), equals > text.startIndex
            else { continue }
            fields.append(
                ICYMetadata.Field(
                    key: String(text[..<equals]), value: String(text[equals...].dropFirst())))
        }
    }

    private static func takeText(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let count = takeNumber(from: &rest), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Takes a number of 4 bytes, the least significant first.
    private static func takeNumber(from rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.count >= 4 else { return nil }
        defer { rest = rest.dropFirst(4) }
        return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
