import AdDisplay
import Foundation
import Interlude

extension ProgrammeRow {
    /// The Row of the OpenAPI document. This player serves the picture of an ad.
    var json: JSONValue {
        .present([
            "kind": .string(kind.rawValue), "id": .string(id), "section": .string(section),
            "title": .string(title), "subtitle": JSONValue(subtitle), "source": JSONValue(source),
            "description": JSONValue(description),
            "image": JSONValue(image.map { _ in "/api/feed/rows/\(id.inPath)/image" }),
            "target": JSONValue(target), "audio": audio.map { .bool($0) } ?? .null,
            "height": JSONValue(height), "state": JSONValue(state?.rawValue),
        ])
    }
}

extension String {
    /// The text as one part of an address's path.
    fileprivate var inPath: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", ".", "_", "~"]))
            ?? ""
    }
}
