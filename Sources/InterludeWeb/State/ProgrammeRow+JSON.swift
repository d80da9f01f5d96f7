import AdDisplay
import Interlude
import PlainText

extension ProgrammeRow {
    /// The Row of the OpenAPI document. This player serves the picture of an ad.
    var json: JSONValue {
        .present([
            "kind": .string(kind.rawValue), "id": .string(id), "section": .string(section),
            "title": .string(title), "subtitle": JSONValue(subtitle), "source": JSONValue(source),
            "description": JSONValue(description),
            "image": JSONValue(image.map { _ in "/api/feed/rows/\(id.percentEncoded)/image" }),
            "target": JSONValue(target), "audio": audio.map { .bool($0) } ?? .null,
            "height": JSONValue(height), "state": JSONValue(state?.rawValue),
        ])
    }
}
