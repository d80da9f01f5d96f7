import PlainText

/// Encoded JSON whose texts are safe to keep and to print.
enum JSONLine {
    /// `line` with no password of an address in its texts, and with an escape for each scalar that a
    /// terminal would obey or not know.
    static func safe(_ line: String) -> String {
        var safe = ""
        var text = ""
        var isInText = false
        var isEscaped = false
        for scalar in line.unicodeScalars {
            guard isInText, scalar != "\"" || isEscaped else {
                if scalar == "\"" {
                    safe += text.hidingPasswords.escapingUnprintable
                    text = ""
                    isInText.toggle()
                }
                safe.unicodeScalars.append(scalar)
                continue
            }
            isEscaped = scalar == "\\" && !isEscaped
            text.unicodeScalars.append(scalar)
        }
        return safe + text.escapingUnprintable
    }
}
