import Foundation

/// The part of JSON Schema that the OpenAPI document uses.
struct Schemas {
    private let schemas: [String: [String: Any]]

    struct Unreadable: Error {}

    /// The schemas of an OpenAPI document.
    init(_ document: [String: Any]) throws {
        let components = document["components"] as? [String: Any]
        guard let schemas = components?["schemas"] as? [String: [String: Any]] else {
            throw Unreadable()
        }
        self.schemas = schemas
    }

    /// The violations of the named schema. Unknown keys are violations too.
    func problems(in value: Any, against name: String) -> [String] {
        problems(in: value, schemas[name] ?? [:], at: name)
    }

    private func problems(in value: Any, _ schema: [String: Any], at place: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            return problems(in: value, against: String(reference.split(separator: "/").last ?? ""))
        }
        if let choices = schema["oneOf"] as? [[String: Any]] {
            let found = choices.map { problems(in: value, $0, at: place) }
            return found.contains { $0.isEmpty } ? [] : found.flatMap { $0 }
        }
        let types = schema["type"] as? [String] ?? [schema["type"] as? String ?? ""]
        guard types.contains(where: { Self.isOf($0, value) }) else {
            return ["\(place): \(value) is no \(types)"]
        }
        if let names = schema["enum"] as? [Any], let text = value as? String,
            !names.contains(where: { $0 as? String == text })
        {
            return ["\(place): \(text) is not listed"]
        }
        if let object = value as? [String: Any] {
            return problems(in: object, properties: schema, at: place)
        }
        guard let array = value as? [Any], let items = schema["items"] as? [String: Any] else {
            return []
        }
        return array.flatMap { problems(in: $0, items, at: "\(place)[]") }
    }

    private func problems(
        in object: [String: Any], properties schema: [String: Any], at place: String
    ) -> [String] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        let required = schema["required"] as? [String] ?? []
        let missing = required.filter { object[$0] == nil }.map { "\(place).\($0) is missing" }
        return missing
            + object.flatMap { key, value in
                guard let property = properties[key] else { return ["\(place).\(key) is unknown"] }
                return problems(in: value, property, at: "\(place).\(key)")
            }
    }

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "null": value is NSNull
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": isBoolean(value)
        case "number": value is NSNumber && !isBoolean(value)
        case "integer": !isBoolean(value) && (value as? Double).map { $0 == $0.rounded() } == true
        default: false
        }
    }

    /// Foundation uses the same class for numbers and booleans.
    private static func isBoolean(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    }
}
