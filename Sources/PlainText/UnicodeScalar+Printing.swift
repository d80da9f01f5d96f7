extension Unicode.Scalar {
    /// What is printed in place of a scalar.
    package enum Printing: Hashable, Sendable {
        /// The scalar itself: it only draws a glyph.
        case itself
        /// One space: it would move the cursor, end the line or begin a terminal's command.
        case space
        /// Nothing: it draws nothing, and may reorder or hide the text around it.
        case nothing
        /// U+FFFD: its glyph is not known.
        case replacement
    }

    /// How the scalar is printed on a terminal, in a page or by another program.
    ///
    /// U+200C and U+200D are kept, because Persian words and emoji need them.
    package var printing: Printing {
        switch value {
        case 0x20...0x7E, 0x200C, 0x200D, 0xFE00...0xFE0F: return .itself
        default: break
        }
        if properties.isBidiControl || properties.isDefaultIgnorableCodePoint { return .nothing }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: .space
        case .format: .nothing
        case .unassigned, .privateUse, .surrogate: .replacement
        case .spaceSeparator: value == 0xA0 || value == 0x3000 ? .itself : .space
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            .itself
        @unknown default: .replacement
        }
    }

    /// Whether the scalar is drawn on top of the one before it.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
