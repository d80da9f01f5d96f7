/// Why a YAML document could not be read. Lines count from 1.
package enum YAMLFailure: Error, Hashable, Sendable {
    /// `problem` is libyaml's description, such as `did not find expected key`.
    case malformed(line: Int, problem: String)

    /// The document is not UTF-8, or has a character that YAML does not allow.
    case notText(line: Int)

    /// An alias (`*a`) could repeat a value without end, and a tag (`!a`) could change its type.
    case usesAliasOrTag(line: Int)

    case duplicateKey(String, line: Int)

    /// The key of a mapping is a list or a mapping.
    case keyIsNoText(line: Int)

    /// Only one document is read.
    case secondDocument(line: Int)

    /// Deeper than ``YAMLBounds/depth``.
    case tooDeep(line: Int)

    /// More values than ``YAMLBounds/nodeCount``.
    case tooManyNodes(line: Int)

    /// More bytes than ``YAMLBounds/byteCount``.
    case tooLarge
}

extension YAMLFailure: CustomStringConvertible {
    /// The place, what is wrong, and what to do: `line 3: the key "sink" is there twice; …`.
    package var description: String {
        switch self {
        case .malformed(let line, let problem):
            "line \(line): not YAML (\(problem)); quote a text that has ': ' or begins with a sign"
        case .notText(let line):
            "line \(line): not text in UTF-8; save the file as UTF-8 without control characters"
        case .usesAliasOrTag(let line):
            "line \(line): aliases and tags are not supported; quote a text that begins with * & or !"
        case .duplicateKey(let key, let line):
            "line \(line): \"\(key)\" is there twice; keep one"
        case .keyIsNoText(let line):
            "line \(line): a key must be a text; quote it if it begins with a bracket"
        case .secondDocument(let line):
            "line \(line): a second document begins; remove '---' and what follows"
        case .tooDeep(let line): "line \(line): lists and mappings are too deep"
        case .tooManyNodes(let line): "line \(line): too many values"
        case .tooLarge: "the file is too large"
        }
    }
}
