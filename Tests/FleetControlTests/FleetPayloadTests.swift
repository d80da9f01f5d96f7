import Advertising
import MediaTime
import Testing

@testable import FleetControl

@Suite("A payload of a fleet")
struct FleetPayloadTests {
    private func isTaken(_ text: String) -> Bool {
        // try?: only whether it is refused matters.
        (try? FleetPayload.check(Array(text.utf8))) != nil
    }

    @Test(
        "has lists and objects in each other eight deep at most",
        arguments: [
            (String(repeating: "[", count: 8), true), (String(repeating: "[", count: 9), false),
            (String(repeating: "{", count: 8), true), (String(repeating: "{", count: 9), false),
            (String(repeating: "[]", count: 9), true), (String(repeating: "{}", count: 9), true),
        ])
    func depth(text: String, isTaken: Bool) {
        #expect(self.isTaken(text) == isTaken)
    }

    @Test(
        "may have any brackets in its texts, which an escaped quote does not end",
        arguments: [
            (#""[[[[[[[[[""#, true), (#""\"[[[[[[[[[""#, true), (#""]]]"[[[[[[[[["#, false),
            (#""\\"[[[[[[[[["#, false), (#"\"[[[[[[[[[""#, true),
        ])
    func texts(text: String, isTaken: Bool) {
        #expect(self.isTaken(text) == isTaken)
    }

    @Test("has 65536 bytes at most", arguments: [(65_536, true), (65_537, false)])
    func length(count: Int, isTaken: Bool) {
        #expect(self.isTaken(String(repeating: " ", count: count)) == isTaken)
    }

    @Test(
        "has ids of 1 to 64 printable characters without spaces",
        arguments: [
            ("", false), ("a", true), ("!~", true), (" ", false), ("\u{7F}", false), ("é", false),
            (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
        ])
    func ids(text: String, isID: Bool) {
        #expect(FleetPayload.isID(text) == isID)
    }

    @Test(
        "names spots by addresses of http and https",
        arguments: [
            ("http://a", true), ("HTTPS://a/b", true), ("ftp://a", false), ("http:///a", false),
            ("http:a", false), ("a", false), ("", false),
            ("http://a/" + String(repeating: "b", count: 8183), true),
            ("http://a/" + String(repeating: "b", count: 8184), false),
        ])
    func addresses(text: String, isAddress: Bool) {
        #expect(FleetPayload.isAddress(text) == isAddress)
    }

    @Test("has at most twenty spots", arguments: [(20, true), (21, false)])
    func spotCount(count: Int, isTaken: Bool) throws {
        var scene = try FleetScene()
        let spots = Array(repeating: #"{"url":"http://a"}"#, count: count).joined(separator: ",")
        let commands = scene.receive(#"{"id":"a","sent":1800000000,"spots":[\#(spots)]}"#)
        #expect((commands.pushedIDs == ["a"]) == isTaken)
    }

    @Test("says what of a spot is shown: a title, or else its address without its password")
    func spot() throws {
        let push = try FleetPush(
            parsing: Array(
                #"""
                {"id": "a", "sent": 1800000000, "spots": [
                 {"url": "http://u:p@a/b.mp3", "banner": "http://a/b.png", "target": "http://a/c",
                  "description": "fresh", "duration": 3},
                 {"url": "http://a", "title": "Tea", "target": "tel:1"}]}
                """#.utf8))
        #expect(push.spots.map(\.title) == ["http://a/b.mp3", "Tea"])
        #expect(push.spots.map(\.bannerFileURL) == ["http://a/b.png", nil])
        #expect(push.spots.map(\.bannerTargetURL) == ["http://a/c", nil])
        #expect(push.spots[0].description == "fresh" && push.spots[0].duration == .seconds(3))
    }

    @Test(
        "shows at most 500 characters of the title of a spot, and 4000 of its description",
        arguments: [(500, 4000, true), (501, 4001, false)])
    func lengths(ofTitle title: Int, ofDescription description: Int, isWhole: Bool) throws {
        let spot = Advertisement(
            id: 0, title: String(repeating: "a", count: title), audioFileURL: "http://a",
            description: String(repeating: "b", count: description))
        let shown = try #require(try FleetPayload.checked([spot]).first)
        #expect((shown.title == spot.title) == isWhole)
        #expect((shown.description == spot.description) == isWhole)
        #expect(shown.title.count == 500 && shown.description.count == 4000)
    }

    @Test(
        "is refused with the first mistake in it",
        arguments: [
            ("tea", "it is no JSON document"), ("[]", "it is no JSON object"),
            ("{}", "'id' is missing"), (#"{"id":7}"#, "'id' is of another kind"),
            (#"{"id":null}"#, "'id' is of another kind"),
            (#"{"id":""}"#, "an id has 1 to 64 printable characters without spaces"),
            (#"{"id":"a","sent":-1}"#, "a time is from 1970 to 9999"),
            (
                #"{"id":"a","sent":"noon"}"#,
                "a time is in seconds since 1970, or as in 2026-11-28T12:00:00Z"
            ),
            (#"{"id":"a","sent":0,"spots":[7]}"#, "'spots' is of another kind"),
            (#"{"id":"a","sent":0,"spots":[]}"#, "it has no spot, or more than 20"),
            (
                #"{"id":"a","sent":0,"spots":[{"url":"a"}]}"#,
                "the url of a spot is no http or https address"
            ),
        ])
    func words(payload: String, words: String) {
        let refusal = #expect(throws: FleetPayload.Refusal.self) {
            try FleetPush(parsing: Array(payload.utf8))
        }
        #expect(refusal?.description == words)
    }

    @Test("of a push lives five minutes unless it says otherwise, and comes back as it was sent")
    func push() throws {
        let payload = #"{"id":"a","sent":1800000000.5,"spots":[{"url":"http://a"}]}"#
        let push = try FleetPush(parsing: Array(payload.utf8))
        #expect(push.expiry.milliseconds == 1_800_000_300_500)
        #expect(try FleetPush(parsing: fleetJSON(push)) == push)
    }

    @Test(
        "has times from 1970 to the end of 9999",
        arguments: [
            ("0", 0), ("0.5", 500), ("253402300799", 253_402_300_799_000), ("253402300800", nil),
            ("-0.001", nil), (#""1970-01-01T00:00:01Z""#, 1000), (#""1969-12-31T23:59:59Z""#, nil),
            (#""9999-12-31T23:59:59Z""#, 253_402_300_799_000), (#""noon""#, nil),
        ] as [(String, Int64?)])
    func times(text: String, milliseconds: Int64?) {
        let payload = #"{"breaks":[{"id":"a","at":\#(text),"spots":[{"url":"http://a"}]}]}"#
        // try?: only whether it is refused matters.
        let schedule = try? FleetSchedule(parsing: Array(payload.utf8))
        #expect(schedule?.breaks.first?.start.milliseconds == milliseconds)
    }
}
