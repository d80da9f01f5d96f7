import PlainText
import YAMLReading

/// A YAML file that a person writes, with one-line errors that have its path and the line.
struct YAMLFile: Hashable, Sendable {
    let path: String
    /// `nil` if the file has only comments or nothing.
    let root: YAMLNode?

    /// The byte limit of such a file.
    static let longest = 1 << 18

    init(
        _ document: [UInt8], path: String, within bounds: YAMLBounds = YAMLBounds()
    ) throws(CommandError) {
        self.path = path
        do {
            root = try YAMLDocument.read(document, within: bounds)
        } catch {
            throw CommandError(.unreadableInput, "\(path): \(error)")
        }
    }

    /// The text that is the value of the key `name`.
    func text(of node: YAMLNode, for name: String) throws(CommandError) -> String {
        switch node.value {
        case .text(let text) where !text.isEmpty: return text
        case .text:
            throw failure("\"\(name)\" has no value; write one, or remove it", line: node.line)
        case .list:
            throw failure("\"\(name)\" has one value, not a list of them", line: node.line)
        case .mapping:
            throw failure(
                "\"\(name)\" has a text as its value; quote it if it has ': '", line: node.line)
        }
    }

    func failure(_ text: String, line: Int) -> CommandError {
        CommandError(.unreadableInput, "\(path): line \(line): \(text)".printable())
    }
}
