import PlainText

/// Text in a page.
enum HTML {
    /// `text` with what a page would take for markup written otherwise, and nothing in it that
    /// reorders what stands beside it.
    static func escaped(_ text: String) -> String {
        text.printable().reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _: escaped.append(character)
            }
        }
    }

    /// `text` that may run from right to left, and keeps what stands beside it in its place.
    static func isolated(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }

    /// A table of which the first column is text and the others are numbers, all of them HTML.
    static func table(_ header: [String], _ rows: [[String]]) -> String {
        table(header, rows.map { cells in cells.map { Cell(html: $0, kind: .number) } })
    }

    /// What stands in a table, and how.
    struct Cell: Hashable, Sendable {
        var html: String
        var kind: Kind

        enum Kind: String {
            case number
            case text
            /// A number, or words, about something that went wrong.
            case badNumber = "bad"
            case badText = "text bad"

            var isText: Bool {
                switch self {
                case .text, .badText: true
                case .number, .badNumber: false
                }
            }
        }

        static func number(_ text: String) -> Cell { Cell(html: escaped(text), kind: .number) }
        static func text(_ text: String) -> Cell { Cell(html: isolated(text), kind: .text) }
        static func badNumber(_ text: String) -> Cell {
            Cell(html: escaped(text), kind: .badNumber)
        }
        static func badText(_ text: String) -> Cell { Cell(html: isolated(text), kind: .badText) }

        fileprivate var data: String {
            switch kind {
            case .number: "<td>\(html)</td>"
            case .text, .badNumber, .badText: "<td class=\"\(kind.rawValue)\">\(html)</td>"
            }
        }
    }

    /// A table whose columns are headed as their first cells stand.
    static func table(_ header: [String], _ rows: [[Cell]]) -> String {
        let head = header.enumerated().map { index, title in
            let isText = index > 0 && rows.first?[index].kind.isText == true
            return "<th scope=\"col\"\(isText ? " class=\"text\"" : "")>\(escaped(title))</th>"
        }
        let body = rows.map { cells in
            let first = "<th scope=\"row\">\(cells[0].html)</th>"
            return "<tr>\(first)\(cells.dropFirst().map(\.data).joined())</tr>"
        }
        return "<div class=\"wide\"><table>\n<thead><tr>\(head.joined())</tr></thead>\n<tbody>\n"
            + body.joined(separator: "\n") + "\n</tbody></table></div>"
    }
}
