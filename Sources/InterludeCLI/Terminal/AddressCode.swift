import QRCodes

/// An address as a QR code on a terminal, for the camera of a phone.
enum AddressCode {
    /// The rows that the terminal needs for other text: the address, the status and a prompt.
    private static let otherRows = 3

    /// The lines of the code; empty if a terminal of `size` has no room for all of it.
    ///
    /// With colours, the code is black on white. Without, its light modules have the terminal's
    /// text colour: on a dark background that is a proper code, and on a light one its negative,
    /// which most cameras read too.
    static func lines(
        of address: String, on size: TerminalSize, in style: TextStyle
    ) -> [TerminalText] {
        let ink: QRCode.Ink =
            switch style {
            case .plain: .light
            case .colored: .dark
            }
        guard let lines = QRCode(address)?.halfBlocks(in: ink),
            lines.count + otherRows <= size.rows,
            // Some terminals wrap at the last column.
            lines.allSatisfy({ $0.count < size.columns })
        else { return [] }
        return lines.map { TerminalText($0, .blackOnWhite, in: style) }
    }
}
