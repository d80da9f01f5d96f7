import Interlude
import Testing

@testable import SessionReports

@Suite("Expectations on the page of a session")
struct ReportedExpectationTests {
    private static func html(_ expectations: [ExpectationResult]) -> String {
        SessionReport(
            facts: [], account: SessionAccount(), levels: LevelHistory(),
            verdict: SessionVerdict(
                SessionSummary(), played: .zero, end: .asked, expectations: expectations),
            version: "0.1.0"
        ).html
    }

    @Test("have a tile, and a row each with what was heard instead")
    func shown() {
        let results = [
            ExpectationResult(name: "1 break"),
            ExpectationResult(name: "spot <tea>", deviation: "not heard"),
        ]
        let html = Self.html(results)
        #expect(html.contains(#"<div class="tile bad"><b>1 of 2</b><span>expectations met"#))
        #expect(html.contains(#"<td class="text" data-name="heard"><bdi>as expected</bdi></td>"#))
        #expect(
            html.contains(
                #"<bdi>spot &lt;tea&gt;</bdi></th><td class="text bad" data-name="heard">"#))
        let good = Self.html([results[0]])
        #expect(good.contains(#"<div class="tile good"><b>1 of 1</b><span>expectations met"#))
    }

    @Test("are not shown if there are none")
    func absent() {
        #expect(!Self.html([]).lowercased().contains("expect"))
    }
}
