import MediaTime
import Testing

@testable import Advertising

/// Each bound exactly, and one beyond it.
@Suite("A bound of schedules")
struct ScheduleBoundTests {
    private func reason(_ document: String) -> AdScheduleError.Reason? {
        do throws(AdScheduleError) {
            _ = try AdSchedule(parsing: document.utf8, address: "schedule")
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("is four mebibytes of a document")
    func size() {
        let most = String(repeating: " ", count: 4 << 20)
        #expect(reason(most) == .empty)
        #expect(reason(most + " ") == .tooLarge(maximumByteCount: 4_194_304))
    }

    @Test("is sixty-four levels of lists, objects or elements")
    func depth() {
        func lists(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(reason(lists(64)) == .unknownKeys([]))
        #expect(reason(lists(65)) == .tooDeep(limit: 64))
        #expect(
            reason("[" + String(repeating: lists(63) + ",", count: 3) + "1]") == .unknownKeys([]))
        func elements(_ count: Int) -> String {
            String(repeating: "<VAST>", count: count) + String(repeating: "</VAST>", count: count)
        }
        #expect(reason(elements(64)) == nil)
        #expect(reason(elements(65)) == .tooDeep(limit: 64))
    }

    @Test("is a thousand attributes of a tag")
    func attributes() {
        func tag(_ count: Int) -> String {
            "<VAST \((0..<count).map { "a\($0)=\"1\"" }.joined(separator: " "))/>"
        }
        #expect(reason(tag(1000)) == nil)
        #expect(reason(tag(1001)) == .tooManyAttributes(limit: 1000))
    }

    @Test("is fifty thousand parts of XML")
    func parts() {
        let elements = "<VAST>" + String(repeating: "<a/>", count: 100_001) + "</VAST>"
        #expect(reason(elements) == .tooManyParts(limit: 50_000))
    }

    @Test(
        "is a tenth of a second that ads may be longer or shorter than their break",
        arguments: [
            (10.1, nil), (9.9, nil), (10.2, "its ads last 0.2 s longer than it; they are cut"),
            (9.8, "its ads end 0.2 s before it; the rest is no ad's"),
        ] as [(Double, String?)])
    func tolerance(length: Double, words: String?) throws {
        let schedule = try schedule(
            """
            {"ads": {"breaks": [{"timeOffset": 5, "duration": 10, "ads": [{"duration": \(length)}]}]}}
            """)
        #expect(schedule.remarks == (words.map { ["break 1: \($0)"] } ?? []))
        #expect(schedule.breaks[0].range == FrameRange(seconds: 5, 15))
    }

    @Test("is one frame beyond that tenth", arguments: [4800, 4801, -4800, -4801])
    func frames(difference: Int) {
        var draft = DraftBreak(name: "b", id: nil, offset: .at(.zero), duration: 480_000)
        draft.ads = [DraftBreak.DraftAd(duration: 480_000 + difference)]
        var remarks = Remarks()
        _ = draft.laidOut(from: .zero, remarks: &remarks)
        #expect(remarks.lines.isEmpty == (abs(difference) == 4800))
    }

    @Test("is no length of a break, but for none at all", arguments: [0, 1])
    func shortBreaks(count: Int) {
        var draft = DraftBreak(name: "b", id: nil, offset: .at(.zero), duration: count)
        draft.ads = [DraftBreak.DraftAd(duration: 48_000)]
        var remarks = Remarks()
        _ = draft.laidOut(from: .zero, remarks: &remarks)
        #expect(remarks.lines.contains { $0.hasSuffix("they are cut") } == (count > 0))
    }

    @Test("is that an empty break is of no other length than its ads")
    func emptyBreaks() throws {
        let schedule = try schedule(
            """
            {"ads": {"breaks": [{"timeOffset": 5, "duration": 0, "ads": [{"duration": 3}]},
             {"timeOffset": 9, "duration": 30, "ads": []}]}}
            """)
        #expect(
            schedule.remarks
                == [1, 2].map { "break \($0): there is nothing in it; it never starts" })
    }

    @Test("is eighty characters of a line", arguments: [79, 80, 81])
    func lines(count: Int) {
        let text = String(repeating: "é", count: count)
        #expect(text.printable == (count <= 80 ? text : text.dropLast(2) + "…"))
        #expect("a\nb\u{7}c\r\nd\u{200E}e".printable == "a b c d e")
    }

    @Test(
        "is the beginning of a stream that is shorter than its break",
        arguments: [(100, 85), (15, 0), (14, 0)])
    func ends(seconds: Int, start: Double) throws {
        for offset in ["end", "100%"] {
            var schedule = try schedule(
                """
                {"ads": {"breaks": [{"timeOffset": "\(offset)", "ads": [{"duration": 15}]}]}}
                """)
            schedule.place(inStreamEndingAt: FrameTime(.seconds(seconds)))
            #expect(schedule.breaks.map(\.range) == [FrameRange(seconds: start, start + 15)])
        }
    }

    @Test("is a thousand breaks without a place, of which the newest stay")
    func unplaced() throws {
        func breaks(_ numbers: ClosedRange<Int>) throws -> AdSchedule {
            let all = numbers.map { ##"{"timeOffset": "#\##($0)", "ads": [{"duration": 1}]}"## }
            return try AdvertisingTests.schedule(
                #"{"ads": {"breaks": [\#(all.joined(separator: ","))]}}"#)
        }
        var schedule = try breaks(1...600)
        try schedule.append(breaks(1...1000))
        #expect(schedule.unplaced.count == 1000 && schedule.unplaced[0].offset == .ordinal(1))
        try schedule.append(breaks(1001...1001))
        #expect(schedule.unplaced.count == 1000 && schedule.unplaced[0].offset == .ordinal(2))
    }

    @Test("is a quarter of a mebibyte of a list of assets")
    func assets() {
        #expect(AssetList.byteLimit == 262_144)
    }
}
