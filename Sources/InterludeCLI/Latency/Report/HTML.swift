/// Text in a page.
enum HTML {
    /// `text` with what a page would take for markup written otherwise.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _: escaped.append(character)
            }
        }
    }

    /// A table of which the first column is text and the others are numbers.
    static func table(_ header: [String], _ rows: [[String]]) -> String {
        let head = header.map { "<th scope=\"col\">\($0)</th>" }.joined()
        let body = rows.map { cells in
            let first = "<th scope=\"row\">\(cells[0])</th>"
            return "<tr>\(first)\(cells.dropFirst().map { "<td>\($0)</td>" }.joined())</tr>"
        }
        return "<div class=\"wide\"><table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n"
            + body.joined(separator: "\n") + "\n</tbody></table></div>"
    }
}
