import CQREncode
import MediaTime

/// A QR code (ISO/IEC 18004): a square of dark and light modules.
package struct QRCode: Hashable, Sendable {
    /// The number of modules of a side, without the quiet zone.
    package let sideCount: Int

    /// The modules in rows from the top.
    private let dark: [Bool]

    /// The byte limit of a text. Larger codes fit no terminal.
    private static let longestText = 512

    /// The smallest code of `text`, with the least error correction, since a screen has no dirt.
    ///
    /// `nil` if `text` is empty, has more than 512 bytes, or a zero byte or one outside of ASCII,
    /// whose meaning readers would guess; and without memory.
    package init?(_ text: String) {
        guard (1...Self.longestText).contains(text.utf8.count),
            text.utf8.allSatisfy({ (1...127).contains($0) }),
            let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L)
        else { return nil }
        defer { QRcode_free(code) }
        sideCount = Int(code.pointee.width)
        // The lowest bit of a byte says whether the module is dark.
        dark = UnsafeBufferPointer(start: code.pointee.data, count: sideCount * sideCount)
            .map { $0 & 1 == 1 }
    }

    /// Whether the module is dark. All modules outside the code are light.
    func isDark(column: Int, row: Int) -> Bool {
        let side = 0..<sideCount
        guard side.contains(column), side.contains(row) else { return false }
        return dark[row * sideCount + column]
    }
}
