import Foundation

@testable import Interlude

/// The table of members in docs/status.md.
struct StatusDocument {
    struct Row {
        let path: String
        let kinds: Set<JSONKind>
    }

    let rows: [Row]

    struct Unreadable: Error {
        let line: String
    }

    static func read() throws -> StatusDocument {
        let file = URL(filePath: #filePath).appending(path: "../../../../docs/status.md")
        let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        return StatusDocument(
            rows: try lines.map { line in
                let cells = line.split(separator: "|").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                let kinds = cells[1].components(separatedBy: " or ").map(JSONKind.init(rawValue:))
                guard kinds.allSatisfy({ $0 != nil }) else {
                    throw Unreadable(line: String(line))
                }
                return Row(
                    path: cells[0].replacing("`", with: ""), kinds: Set(kinds.compactMap { $0 }))
            })
    }
}

/// A type of JSON values, as the document names it.
enum JSONKind: String {
    case null, boolean, integer, number, string, array, object
}

extension JSONValue {
    var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .integer: .integer
        case .decimal: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The types of all members at each path, such as `queue[].id`.
    var shape: [String: Set<JSONKind>] { shape(at: "") }

    private func shape(at path: String) -> [String: Set<JSONKind>] {
        var shape: [String: Set<JSONKind>] = [:]
        if !path.isEmpty, !path.hasSuffix("[]") { shape[path] = [kind] }
        switch self {
        case .null, .bool, .integer, .decimal, .string: break
        case .array(let elements):
            for element in elements {
                shape.merge(element.shape(at: path + "[]")) { $0.union($1) }
            }
        case .object(let members):
            for member in members {
                let place = path.isEmpty ? member.key : "\(path).\(member.key)"
                shape.merge(member.value.shape(at: place)) { $0.union($1) }
            }
        }
        return shape
    }
}
