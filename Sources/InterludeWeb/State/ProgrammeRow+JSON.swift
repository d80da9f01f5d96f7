import AdDisplay
import Interlude
import PlainText

extension ProgrammeRow {
    /// The row as the page gets it: the picture of an ad is served by this player.
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
