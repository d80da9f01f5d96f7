import PlainText

extension String {
    /// The text with references in place of markup, also in an attribute in double quotes.
    ///
    /// By scalars: a combining mark joins a quote to another character, and still ends an attribute.
    var escapingMarkup: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// Pieces of HTML.
package enum HTML {
    /// `text` with escaped markup, and without characters that reorder the text around it.
    package static func escaped(_ text: String) -> String {
        text.printable().escapingMarkup
    }

    /// `text` that may run from right to left without affecting the text around it.
    package static func isolated(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }

    /// A table of HTML cells: text in the first column, numbers in the others.
    package static func table(
        _ title: String, _ header: [String], _ rows: [[String]]
    ) -> String {
        table(title, header, rows.map { cells in cells.map { Cell(html: $0, kind: .number) } })
    }

    /// A cell of a table.
    package struct Cell: Hashable, Sendable {
        package var html: String
        package var kind: Kind

        package enum Kind: String, Sendable {
            case number
            case text
            /// A number or text about a fault.
            case badNumber = "bad"
            case badText = "text bad"

            var isText: Bool {
                switch self {
                case .text, .badText: true
                case .number, .badNumber: false
                }
            }
        }

        package init(html: String, kind: Kind) {
            (self.html, self.kind) = (html, kind)
        }

        package static func number(_ text: String) -> Cell {
            Cell(html: escaped(text), kind: .number)
        }

        package static func text(_ text: String) -> Cell {
            Cell(html: isolated(text), kind: .text)
        }

        package static func badNumber(_ text: String) -> Cell {
            Cell(html: escaped(text), kind: .badNumber)
        }

        package static func badText(_ text: String) -> Cell {
            Cell(html: isolated(text), kind: .badText)
        }

        fileprivate func data(under heading: String) -> String {
            let name = "data-name=\"\(escaped(heading))\""
            return switch kind {
            case .number: "<td \(name)>\(html)</td>"
            case .text, .badNumber, .badText:
                "<td class=\"\(kind.rawValue)\" \(name)>\(html)</td>"
            }
        }
    }

    /// A table whose headings are aligned as the cells of the first row.
    ///
    /// It scrolls by itself where it is wider than the page, also by keys. On a phone, a table with
    /// text beside numbers, or with many columns, shows each row as a list instead, so that nothing is
    /// cut. `title` names it for people who do not see it, and is unique on the page.
    package static func table(_ title: String, _ header: [String], _ rows: [[Cell]]) -> String {
        let head = header.enumerated().map { index, title in
            let isText = index > 0 && rows.first?[index].kind.isText == true
            return "<th scope=\"col\"\(isText ? " class=\"text\"" : "")>\(escaped(title))</th>"
        }
        let body = rows.map { cells in
            let first = "<th scope=\"row\">\(cells[0].html)</th>"
            let others = zip(cells, header).dropFirst().map { $0.data(under: $1) }
            return "<tr>\(first)\(others.joined())</tr>"
        }
        let region = "role=\"region\" tabindex=\"0\" aria-label=\"\(escaped(title))\""
        let isList =
            header.count > 4 || rows.contains { $0.dropFirst().contains(where: \.kind.isText) }
        return
            "<div class=\"wide\(isList ? " list" : "")\" \(region)><table>\n<thead><tr>\(head.joined())</tr></thead>\n<tbody>\n"
            + body.joined(separator: "\n") + "\n</tbody></table></div>"
    }
}
