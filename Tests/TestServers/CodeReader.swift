import Foundation
import TestFiles

/// Reads QR codes drawn in half blocks with zbar, which shares nothing with libqrencode.
package enum CodeReader {
    /// The grey of what the characters draw; their background is the opposite.
    package enum Ink: UInt8, Sendable {
        case dark = 0
        case light = 255
    }

    /// The text of the code that `lines` draw in `ink`; `nil` if zbar finds none.
    package static func read(_ lines: [String], drawn ink: Ink) throws -> String? {
        let folder = try TemporaryFolder()
        let path = try folder.write(picture(of: lines, ink), to: "code.pgm")
        let command = try Command(["zbarimg", "--quiet", "--raw", path])
        guard command.status == 0 else { return nil }
        return String(command.output.dropLast())
    }

    /// A grey picture (PGM) of `lines` as a terminal draws them: a character is four pixels wide
    /// and eight high.
    private static func picture(of lines: [String], _ ink: Ink) -> [UInt8] {
        let side = 4
        var pixels: [UInt8] = []
        for line in lines {
            for half in ["█▀", "█▄"] {
                let row = line.flatMap { character in
                    [UInt8](
                        repeating: half.contains(character) ? ink.rawValue : 255 - ink.rawValue,
                        count: side)
                }
                for _ in 0..<side { pixels += row }
            }
        }
        let width = (lines.first?.count ?? 0) * side
        return Array("P5 \(width) \(lines.count * 2 * side) 255\n".utf8) + pixels
    }
}
