import MediaTime
import Testing

@testable import SampleStation

@Suite("XML of the schedules") struct MarkupTests {
    @Test(
        "escapes what XML reserves",
        arguments: [
            ("Salt & Vinegar", "Salt &amp; Vinegar"), ("a < b > c", "a &lt; b &gt; c"),
            (#"the "Tide""#, "the &quot;Tide&quot;"), ("Übersee", "Übersee"),
        ])
    func escaping(text: String, escaped: String) {
        #expect(MarkupNode.text(text).markup == escaped)
        let element = MarkupNode.element("a", attributes: [("b", text)], [.text("c")])
        #expect(element.markup == "<a b=\"\(escaped)\">c</a>")
    }

    @Test("leaves data as it is, also if it has the end of a CDATA section")
    func data() throws {
        let text = "<a>&b]]>c]]>"
        let markup = MarkupNode.element("data", .data(text)).markup
        #expect(markup.hasPrefix("<data><![CDATA[<a>&b"))
        #expect(try MarkupReader(Array(markup.utf8)).elements[0].text == text)
    }

    @Test(
        "writes times in hours, minutes, seconds and milliseconds",
        arguments: [
            (0, "start"), (1, "00:00:00.001"), (61_002, "00:01:01.002"),
            (3_599_999, "00:59:59.999"), (3_600_000, "01:00:00.000"),
            (360_000_010, "100:00:00.010"),
        ])
    func times(milliseconds: Int, text: String) throws {
        let start = FrameTime(Int64(milliseconds * 48))
        let ad = Pod.Ad(name: "", title: "A & B", range: FrameRange(start, start + 480))
        let schedule = PodSchedule(
            base: "http://h", streamURL: "http://h/a.mp3",
            pods: [Pod(id: "pod-1", position: .midroll, ads: [ad])], parameters: [["a": 1]])
        let document = try MarkupReader(Array(schedule.vmap(.adParameters).utf8))
        #expect(document.all("vmap:AdBreak")[0].attributes["timeOffset"] == text)
        #expect(document.all("Duration")[0].text == "00:00:00.010")
        #expect(document.all("AdTitle")[0].text == "A & B")
        #expect(document.all("AdParameters")[0].text == #"{"a":1}"#)
        #expect(schedule.vast(pod: 2, .adParameters) == nil)
        #expect(schedule.vast(pod: 0, .adParameters) == nil)
    }

    @Test("gives a pod without ads no time")
    func noAds() {
        #expect(Pod(id: "", position: .midroll, ads: []).range.isEmpty)
    }
}
