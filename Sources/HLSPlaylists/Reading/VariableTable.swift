/// The variables of a playlist (`EXT-X-DEFINE`), and texts in which their values replace them.
struct VariableTable {
    private(set) var values: [String: String] = [:]
    private let surroundings: HLSPlaylist.Surroundings
    /// The bytes that values have put into texts so far.
    private var substitutedByteCount = 0

    init(_ surroundings: HLSPlaylist.Surroundings) {
        self.surroundings = surroundings
    }

    /// Follows an `EXT-X-DEFINE` tag.
    mutating func define(_ text: String, at line: Int) throws(HLSPlaylistError) {
        let attributes = try replaced(in: AttributeList(parsing: text), at: line)
        let name: String
        let value: String?
        if let own = attributes["NAME"] {
            name = own
            value = attributes["VALUE"]
        } else if let imported = attributes["IMPORT"] {
            name = imported
            value = surroundings.imported[imported]
        } else if let parameter = attributes["QUERYPARAM"] {
            name = parameter
            value = surroundings.query[parameter]
        } else {
            throw HLSPlaylistError(
                .unusable(
                    tag: "EXT-X-DEFINE", attribute: nil, expected: "NAME, IMPORT or QUERYPARAM"),
                line: line)
        }
        guard let value else { throw HLSPlaylistError(.undefinedVariable(name), line: line) }
        guard values[name] == nil else {
            throw HLSPlaylistError(.variableDefinedTwice(name), line: line)
        }
        guard values.count < HLSLimits.variableCount else {
            throw HLSPlaylistError(
                .tooMany("variables", limit: HLSLimits.variableCount), line: line)
        }
        values[name] = value
    }

    /// `attributes` with each `{$name}` in their values replaced.
    mutating func replaced(
        in attributes: AttributeList, at line: Int
    ) throws(HLSPlaylistError) -> AttributeList {
        var attributes = attributes
        try attributes.mapValues { value throws(HLSPlaylistError) in
            try replaced(in: value, at: line)
        }
        return attributes
    }

    /// `text` with each `{$name}` replaced by the variable's value. Values are not searched again.
    mutating func replaced(in text: String, at line: Int) throws(HLSPlaylistError) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        var result = ""
        var rest = text[...]
        while let brace = rest.firstIndex(of: "{") {
            result += rest[..<brace]
            rest = rest[brace...]
            let name = Substring(rest.dropFirst(2).prefix(while: Self.isNamePart))
            guard rest.hasPrefix("{$"), !name.isEmpty, rest[name.endIndex...].first == "}" else {
                result += "{"
                rest = rest.dropFirst()
                continue
            }
            guard let value = values[String(name)] else {
                throw HLSPlaylistError(.undefinedVariable(String(name)), line: line)
            }
            substitutedByteCount += value.utf8.count
            guard result.utf8.count + value.utf8.count <= HLSLimits.lineByteCount,
                substitutedByteCount <= HLSLimits.substitutedByteCount
            else {
                throw HLSPlaylistError(.longLine(byteCount: HLSLimits.lineByteCount), line: line)
            }
            result += value
            rest = rest[name.endIndex...].dropFirst()
        }
        return result + rest
    }

    private static func isNamePart(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber) || "-_".contains(character)
    }
}
