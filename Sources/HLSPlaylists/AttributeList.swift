import MediaTime
import PlainText

/// The attributes of a tag, as in `DURATION=4.0,URI="a.mp4"` (RFC 8216, section 4.2).
package struct AttributeList: Hashable, Sendable {
    /// The attributes in the order of the tag, without their quotation marks.
    package private(set) var entries: [Entry] = []

    package struct Entry: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init() {}

    /// Reads the attributes in `text`. Of two with one name the first counts; what has no name or
    /// no value is left out.
    package init(parsing text: some StringProtocol) {
        var rest = text[...]
        while !rest.isEmpty, entries.count < HLSLimits.attributeCount {
            let name = rest.prefix { $0 != "=" && $0 != "," }
            rest = rest[name.endIndex...]
            guard rest.first == "=" else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst().drop { $0 == " " }
            let value: Substring
            if rest.first == "\"" {
                rest = rest.dropFirst()
                value = Substring(rest.prefix { $0 != "\"" })
                // What stands between the closing mark and the comma belongs to nothing.
                rest = rest.dropFirst(value.count).drop { $0 != "," }
            } else {
                value = Substring(rest.prefix { $0 != "," })
                rest = rest[value.endIndex...]
            }
            rest = rest.dropFirst()
            add(Entry(name.trimmed, value.trimmed))
        }
    }

    /// Adds `entry` unless there is an attribute of its name, or as many as a tag may have.
    package mutating func add(_ entry: Entry) {
        guard !entry.name.isEmpty, entries.count < HLSLimits.attributeCount,
            self[entry.name] == nil
        else { return }
        entries.append(entry)
    }

    /// The value of the attribute `name`; `nil` if there is none.
    package subscript(name: String) -> String? {
        entries.first { $0.name == name }?.value
    }

    /// The same without regard to the case of the name, which the dialects of ad markers differ in.
    package subscript(anyCase name: String) -> String? {
        let name = name.lowercased()
        return entries.first { $0.name.lowercased() == name }?.value
    }

    /// The number of seconds in the attribute `name`; `nil` if it is missing or not such a number.
    package func seconds(_ name: String, within bounds: TimeBounds = .length) -> Duration? {
        self[name].flatMap { Duration(decimalSeconds: $0, within: bounds) }
    }

    /// Whether the attribute is `YES`.
    package func isYes(_ name: String) -> Bool { self[name] == "YES" }

    /// The whole number in the attribute `name`; `nil` if it is missing, negative or too large.
    package func count(_ name: String) -> Int? {
        guard let number = self[name].flatMap({ Int($0) }), number >= 0,
            number <= HLSLimits.number
        else { return nil }
        return number
    }

    mutating func mapValues(
        _ change: (String) throws(HLSPlaylistError) -> String
    ) throws(HLSPlaylistError) {
        for index in entries.indices { entries[index].value = try change(entries[index].value) }
    }
}
