extension String {
    /// JSON text, or a part of it, with `\uXXXX` for each scalar that is not printed as itself.
    ///
    /// The JSON document keeps its meaning, and the result is safe to print on a terminal.
    package var escapingUnprintable: String {
        guard unicodeScalars.contains(where: { $0.printing != .itself }) else { return self }
        var escaped = ""
        for scalar in unicodeScalars {
            if scalar.printing == .itself {
                escaped.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                // number: a UInt16 fits.
                escaped += "\\u" + String(UInt32(unit) + 0x10000, radix: 16).dropFirst()
            }
        }
        return escaped
    }
}
