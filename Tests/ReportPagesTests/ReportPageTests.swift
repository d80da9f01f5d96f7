import ReportPages
import Testing

@Suite("The page of a report")
struct ReportPageTests {
    private static let hostile = "<i>\"&"

    @Test(
        "shows all names and descriptions as text",
        arguments: [
            ReportPage.header(hostile, []), ReportPage.header("", ["a", hostile]),
            ReportPage.card(hostile, []),
            ReportPage.tiles([ReportTile(number: hostile, words: "")]),
            ReportPage.tiles([ReportTile(number: "", unit: hostile, words: "")]),
            ReportPage.tiles([ReportTile(number: "", words: hostile)]),
            HTML.table("", [hostile], [[String]]()), HTML.table(hostile, [], [[String]]()),
            SVG.text(hostile, "tick", at: .init(0, 0)),
            SVG.picture(hostile, height: 1, []), SVG.label(hostile, from: 0, to: 1),
            ReportPage.verdict(.bad, hostile, ""), ReportPage.verdict(.bad, "", hostile),
            ReportPage.verdict(.bad, "", "", ["a", hostile]),
        ])
    func text(html: String) {
        #expect(html.contains("&lt;i&gt;&quot;&amp;"))
        #expect(!html.contains(Self.hostile))
    }

    @Test("shows its title as text, and omits empty parts")
    func page() {
        let html = ReportPage(title: "</title>", parts: ["", "<p>a</p>", "", "<p>b</p>"]).html
        #expect(html.contains("<title>&lt;/title&gt;</title>"))
        #expect(html.contains("<main>\n<p>a</p>\n<p>b</p>\n</main>"))
        #expect(ReportPage.tiles([]).isEmpty)
    }
}
