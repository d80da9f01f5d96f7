extension QRCode {
    /// What the characters of a line draw, on a background of the other kind.
    package enum Ink: Hashable, Sendable {
        /// The dark modules, as on paper.
        case dark
        /// The light modules, for a terminal with light text on a dark background.
        case light
    }

    /// The width in modules of the light margin that readers need.
    private static let quietZone = 4

    /// The code with its quiet zone, as lines of equal length. A character has two modules, one
    /// above the other.
    package func halfBlocks(in ink: Ink) -> [String] {
        let range = -Self.quietZone..<sideCount + Self.quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            String(
                range.map { column in
                    character(
                        upper: isInked(column: column, row: row, ink),
                        lower: isInked(column: column, row: row + 1, ink))
                })
        }
    }

    private func isInked(column: Int, row: Int, _ ink: Ink) -> Bool {
        switch ink {
        case .dark: isDark(column: column, row: row)
        case .light: !isDark(column: column, row: row)
        }
    }

    private func character(upper: Bool, lower: Bool) -> Character {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
