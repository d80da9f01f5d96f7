import Advertising
import MediaTime
import PlainText
import ReportPages

extension AdSchedule {
    /// The schedule for people: a line for each break, and one for each of its ads.
    var table: [String] {
        let placed = breaks.enumerated().flatMap { $1.rows(number: $0 + 1, at: nil) }
        let waiting = unplaced.enumerated().flatMap {
            $1.laidOut.rows(number: breaks.count + $0 + 1, at: $1.offset)
        }
        let count = breaks.count + unplaced.count
        let heading = "\(form.rawValue): \(count == 1 ? "1 break" : "\(count) breaks")"
        let header = TableRow(
            number: "break", start: "start (s)", length: "length (s)", content: "")
        let rows = placed + waiting
        return [heading] + (rows.isEmpty ? [] : TableRow.lines([header] + rows))
            + remarks.map { "remark: \($0)" }
    }
}

extension AdSchedule.Break {
    /// The rows of the break and its ads. `offset` is the place of a break without known times;
    /// `nil` if they are known.
    fileprivate func rows(number: Int, at offset: AdSchedule.Offset?) -> [TableRow] {
        var content = position.rawValue
        if truexParameters != nil { content += ", true[X]" }
        if let placeholder, offset == nil {
            content += ", placeholder until \(TableRow.seconds(placeholder.end))"
        }
        if !id.isEmpty { content += ", id \(id)" }
        let own = TableRow(
            number: "\(number)", start: offset?.description ?? TableRow.seconds(range.start),
            length: offset == nil ? TableRow.seconds(range) : "?", content: content)
        return [own]
            + ads.map { ad in
                let framework = ad.apiFramework.map { " (\($0))" } ?? ""
                return TableRow(
                    number: "", start: offset == nil ? TableRow.seconds(ad.range.start) : "?",
                    length: TableRow.seconds(ad.range), content: "  \(ad.kind.rawValue)\(framework)"
                )
            }
    }
}

/// A row of the table, with its texts made printable.
private struct TableRow {
    let number: String
    let start: String
    let length: String
    let content: String

    init(number: String, start: String, length: String, content: String) {
        self.number = number
        self.start = start.printable(limit: 20)
        self.length = length
        self.content = content.printable(limit: 100)
    }

    static func seconds(_ time: FrameTime) -> String { Figures.thousandths(time.seconds) }

    static func seconds(_ range: FrameRange) -> String {
        Figures.thousandths(Double(range.count) / Double(FrameTime.rate))
    }

    /// The rows as lines; the columns but the last are aligned to the right.
    static func lines(_ rows: [TableRow]) -> [String] {
        let columns = [\TableRow.number, \.start, \.length].map { column in
            let texts = rows.map { $0[keyPath: column] }
            let width = texts.map(TextColumns.count).max() ?? 0
            return texts.map {
                String(repeating: " ", count: width - TextColumns.count(of: $0)) + $0
            }
        }
        return rows.indices.map { index in
            let line = (columns.map { $0[index] } + [rows[index].content]).joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
