import ReportPages
import Testing

@Suite("HTML of a report")
struct HTMLTests {
    private static let hostile = "\u{1B}]0;t\u{7}2J\u{9B}\u{202E}\u{2066}\u{FEFF}\r\n"

    @Test("keeps hostile text within its cell, without control characters and markup")
    func cell() {
        #expect(HTML.Cell.text("a\(Self.hostile)<b>").html == "<bdi>a ]0;t 2J &lt;b&gt;</bdi>")
    }

    @Test("shows no password of an address")
    func password() {
        #expect(HTML.escaped("http://u:p@h/") == "http://***@h/")
    }
}
