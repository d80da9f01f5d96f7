import MediaTime
import PlainText

/// A play as a line of a CSV document (RFC 4180).
extension SpotPlay {
    /// The first line of the document.
    package static let csvHeader =
        "log,session_start,source,break,pod,slot,spot,ad_id,title,url,outcome,start_s,heard_s,code,"
        + "reason"

    /// The line, without its end.
    package var csv: String {
        let fields: [String] = [
            Self.text(log), Self.text(sessionStart), Self.text(source),
            Self.number(breakNumber), Self.text(pod), Self.number(slot), Self.number(spot),
            Self.text(adID), Self.text(title), Self.text(url), outcome.rawValue,
            start.map { Self.seconds($0.frames) } ?? "", Self.seconds(Int64(heard)),
            Self.number(code), Self.text(reason),
        ]
        return fields.joined(separator: ",")
    }

    private static func number(_ number: Int?) -> String { number.map(String.init) ?? "" }

    /// Seconds to the nearest microsecond, as the event log has them.
    private static func seconds(_ frames: Int64) -> String {
        let (whole, rest) = frames.quotientAndRemainder(dividingBy: Int64(FrameTime.rate))
        let rate = Int64(FrameTime.rate)
        let digits = String(1_000_000 + (rest * 1_000_000 + rate / 2) / rate).dropFirst()
        return "\(whole).\(digits)"
    }

    /// The length limit of a text in Unicode scalars, that of the addresses in an event log.
    private static let textLimit = 8192

    /// A text in quotes. A spreadsheet would calculate one that begins as a formula does, so an
    /// apostrophe comes before it.
    private static func text(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        var quoted = "\""
        let line = text.printable(limit: textLimit)
        if let first = line.unicodeScalars.first(where: { $0 != " " }), isFormula(first) {
            quoted += "'"
        }
        // By scalars: a combining mark joins a quote to another character.
        for scalar in line.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        quoted.unicodeScalars.append("\"")
        return quoted
    }

    private static func isFormula(_ first: Unicode.Scalar) -> Bool {
        // The others are the wide forms, which some spreadsheets take for the same.
        ["=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"].contains(first)
    }
}
