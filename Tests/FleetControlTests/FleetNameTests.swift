import Testing

@testable import FleetControl

@Suite("A name in a fleet")
struct FleetNameTests {
    @Test(
        "has 1 to 64 letters, digits, dots, underscores and hyphens, and not only dots",
        arguments: [
            ("azAZ09._-", true), (String(repeating: "a", count: 64), true), (".a", true),
            ("", false), (String(repeating: "a", count: 65), false), ("...", false), ("a b", false),
            ("a/b", false), ("+", false), ("#", false), ("é", false), ("`", false), ("{", false),
            ("@", false), ("[", false), (":", false),
        ])
    func names(text: String, isName: Bool) {
        #expect((FleetName(text) != nil) == isName)
        #expect(FleetName(text)?.description == (isName ? text : nil))
    }

    @Test(
        "comes before another as its text does, and not before itself",
        arguments: [("a", "b", true), ("b", "a", false), ("a", "a", false), ("B", "a", true)])
    func order(first: String, second: String, isBefore: Bool) throws {
        let left = try #require(FleetName(first))
        let right = try #require(FleetName(second))
        #expect((left < right) == isBefore)
    }

    @Test("that is nearest to a long text has its beginning")
    func nearest() {
        let text = String(repeating: "a", count: 70)
        #expect(FleetName(nearestTo: text)?.text == String(repeating: "a", count: 64))
    }
}

@Suite("The topics of a fleet")
struct FleetTopicTests {
    private let topics: FleetTopics

    init() throws { topics = FleetTopics(of: try #require(FleetName("shops"))) }

    @Test("that players write are read back, with the player and the report")
    func reports() throws {
        let player = try #require(FleetName("tea"))
        for report in FleetTopics.Report.allCases {
            let read = try #require(topics.report(in: topics.topic(of: report, from: player)))
            #expect(read.player == player && read.report == report)
        }
    }

    @Test(
        "do not include any other topic",
        arguments: [
            "", "interlude/shops/player/tea", "interlude/shops/player/tea/ack/x",
            "other/shops/player/tea/ack", "interlude/bars/player/tea/ack",
            "interlude/shops/group/tea/ack", "interlude/shops/player//ack",
            "interlude/shops/player/tea/push", "/interlude/shops/player/tea/ack",
        ])
    func others(topic: String) {
        #expect(topics.report(in: topic) == nil)
    }

    @Test("are read from one player, or from all")
    func filters() throws {
        #expect(topics.filter(for: .ack, from: nil) == "interlude/shops/player/+/ack")
        let tea = try #require(FleetName("tea"))
        #expect(topics.filter(for: .status, from: tea) == "interlude/shops/player/tea/status")
    }
}
