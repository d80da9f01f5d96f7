import Foundation

/// A Markdown document of the project, as a reader copies from it.
struct Document {
    /// A fenced block of code.
    struct Block: Hashable {
        /// The word after the fence, such as `swift`.
        let language: String
        let text: String
        /// The line of the document on which the code begins, from 1.
        let line: Int
        /// The title of the section with the block.
        let section: String
    }

    let name: String
    let blocks: [Block]

    /// The project's folder.
    static let project = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    /// Reads the document with this path in the project.
    init(_ name: String) throws {
        let text = try String(contentsOf: Self.project.appending(path: name), encoding: .utf8)
        self.init(name, text: text)
    }

    init(_ name: String, text: String) {
        self.name = name
        var blocks: [Block] = []
        var open: (language: String, lines: [String], line: Int)?
        var section = ""
        for (number, line) in zip(1..., text.components(separatedBy: "\n")) {
            switch (open, line.hasPrefix("```")) {
            case (let block?, true):
                let code = block.lines.map { $0 + "\n" }.joined()
                blocks.append(
                    Block(
                        language: block.language, text: code, line: block.line, section: section))
                open = nil
            case (nil, true): open = (String(line.dropFirst(3)), [], number + 1)
            case (_?, false): open?.lines.append(line)
            case (nil, false):
                if line.hasPrefix("#") {
                    section = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
                }
            }
        }
        self.blocks = blocks
    }

    /// The blocks of one language, of one section if it is given.
    func blocks(of language: String, in section: String? = nil) -> [Block] {
        blocks.filter { $0.language == language && (section == nil || $0.section == section) }
    }
}
