import ReportPages
import Testing

@Suite("HTML of a report")
struct HTMLTests {
    private static let hostile = "\u{1B}]0;t\u{7}2J\u{9B}\u{202E}\u{2066}\u{FEFF}\r\n"

    @Test("keeps hostile text within its cell, without control characters and markup")
    func cell() {
        #expect(HTML.Cell.text("a\(Self.hostile)<b>").html == "<bdi>a ]0;t 2J &lt;b&gt;</bdi>")
    }

    @Test(
        "escapes each character of markup",
        arguments: [("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("\"", "&quot;"), ("'", "'")])
    func markup(character: String, expected: String) {
        #expect(HTML.escaped("a\(character)b") == "a\(expected)b")
    }

    @Test(
        "escapes markup before a combining mark too, which would otherwise end an attribute",
        arguments: [("\"", "&quot;"), ("<", "&lt;")])
    func combinedMarkup(character: String, expected: String) {
        let mark = "\u{301}"
        #expect(
            HTML.escaped("a\(character)\(mark) onclick=b").unicodeScalars
                .elementsEqual("a\(expected)\(mark) onclick=b".unicodeScalars))
    }

    @Test("aligns a heading with the cell below it, and marks faults")
    func table() {
        let html = HTML.table(
            "Names", ["name", "status", "n"], [[.text("a"), .badText("b"), .badNumber("3")]])
        #expect(
            html.contains(
                #"<th scope="col">name</th><th scope="col" class="text">status</th>"#
                    + #"<th scope="col">n</th>"#))
        #expect(
            html.contains(
                #"<th scope="row"><bdi>a</bdi></th><td class="text bad" data-name="status"><bdi>b</bdi></td>"#
                    + #"<td class="bad" data-name="n">3</td>"#))
    }

    @Test("shows no password of an address")
    func password() {
        #expect(HTML.escaped("http://u:p@h/") == "http://***@h/")
    }
}
