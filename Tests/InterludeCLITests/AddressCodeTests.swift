import Testing

@testable import InterludeCLI

@Suite("The QR code of an address")
struct AddressCodeTests {
    // 33 modules a side with the quiet zone.
    private static let address = "http://10.0.0.7:8080/"

    @Test(
        "is drawn only where all of it fits, beside the address and the status",
        arguments: [
            (34, 20, 17), (80, 24, 17), (33, 24, 0), (34, 19, 0), (0, 0, 0), (500, 500, 17),
        ])
    func room(columns: Int, rows: Int, lineCount: Int) {
        let size = TerminalSize(columns: columns, rows: rows)
        for style in [TextStyle.plain, .colored] {
            #expect(
                AddressCode.lines(of: Self.address, on: size, in: style).count == lineCount)
        }
    }

    @Test("is black on white, whatever the terminal's colours are")
    func colored() {
        let size = TerminalSize(columns: 80, rows: 24)
        let lines = AddressCode.lines(of: Self.address, on: size, in: .colored).map(\.characters)
        #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[30;47m") && $0.hasSuffix("\u{1B}[0m") })
        // The quiet zone has no ink.
        #expect(lines[0] == "\u{1B}[30;47m" + String(repeating: " ", count: 33) + "\u{1B}[0m")
    }

    @Test("sets no colour without colours, and draws the light modules")
    func plain() {
        let size = TerminalSize(columns: 80, rows: 24)
        let lines = AddressCode.lines(of: Self.address, on: size, in: .plain).map(\.characters)
        #expect(lines.allSatisfy { !$0.contains("\u{1B}") })
        #expect(lines[0] == String(repeating: "█", count: 33))
    }
}
