extension ID3Tag {
    /// The tag as fields and a title, as a block of ICY has them.
    ///
    /// A `TXXX` frame is a field named by its description. The title is `TPE1 - TIT2`, or what
    /// there is of them; a title that is a marker stands alone. `TLEN` is a field too.
    package var metadata: ICYMetadata {
        var fields: [ICYMetadata.Field] = []
        if let title = ICYMetadata.joinedTitle(artist: text("TPE1"), title: text("TIT2")) {
            fields.append(ICYMetadata.Field(key: "StreamTitle", value: title))
        }
        for frame in frames {
            switch frame.content {
            case .userText(let description, let value):
                fields.append(ICYMetadata.Field(key: description, value: value))
            case .text(let values):
                guard frame.id == "TLEN", let length = values.first else { continue }
                fields.append(ICYMetadata.Field(key: frame.id, value: length))
            case .link, .userLink, .privateData, .uniqueID, .object, .other: continue
            }
        }
        return ICYMetadata(fields: fields)
    }

    /// What the tag says about a break; `nil` if it says nothing.
    package var marker: MetadataMarker? { MetadataMarker(metadata) }
}

extension ICYMetadata {
    /// The title that a server of ICY would send for an artist and a title; `nil` if there is
    /// neither.
    static func joinedTitle(artist: String?, title: String?) -> String? {
        let artist = artist.flatMap { $0.isEmpty ? nil : $0 }
        let title = title.flatMap { $0.isEmpty ? nil : $0 }
        guard let artist, let title else { return title ?? artist }
        return TitleMarker(title: title) == nil ? "\(artist) - \(title)" : title
    }
}
