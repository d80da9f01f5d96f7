import AdDisplay
import Foundation
import Testing

@Suite("Programme plan")
struct ProgrammePlanTests {
    private static let text = """
        {
          "sections": [
            {"title": "Stations", "items": [
              {"id": "one", "title": "Radio One", "source": "http://radio.test/one"},
              {"id": "two", "title": "Radio Two", "subtitle": "Jazz"}
            ]}
          ],
          "placements": [{"name": "STREAM", "servingFreq": 3}],
          "ads": {"STREAM": [
            {"id": "tea", "spot": {"id": 5, "url": "tea.mp3", "title": "Tea"}},
            {"id": "sea", "format": "pullDownCard", "width": 300, "height": 90,
             "spot": {"url": "", "title": "Sea", "banner": "sea.png"}}
          ]}
        }
        """

    private func read(_ text: String) throws -> ProgrammePlan {
        try JSONDecoder().decode(ProgrammePlan.self, from: Data(text.utf8))
    }

    @Test("is read from a document, and survives being written and read again")
    func roundTrip() throws {
        let plan = try read(Self.text)
        #expect(plan.served == ServedPlacements(Placement("STREAM", servingFreq: 3)))
        #expect(
            plan.ads["STREAM"]?.map(\.format) == [.audioCard, .pullDownCard(extendedHeight: 180)])
        #expect(plan.ads["STREAM"]?.map(\.size.width) == [320, 300])
        let again = try read(String(decoding: try JSONEncoder().encode(plan), as: UTF8.self))
        #expect(again == plan)
    }

    @Test("makes a feed")
    func feed() async throws {
        let feed = ProgrammeFeed(try read(Self.text))
        #expect(await feed.rows.map(\.id) == ["one", "ad-1", "two"])
    }

    @Test("without ads is the programme alone")
    func noAds() async throws {
        let feed = ProgrammeFeed(
            try read(#"{"sections": [{"title": "", "items": [{"id": "1", "title": "One"}]}]}"#))
        await feed.setActive(.active)
        await feed.viewport(first: 0, last: 0, .idle)
        #expect(await feed.rows.map(\.kind) == [.item])
    }

    @Test(
        "an invalid document is refused with the reason",
        arguments: [
            (#""id": "two""#, #""id": "one""#, "two items have the id 'one'"),
            (#"{"STREAM":"#, #"{"OTHER":"#, "ads of 'OTHER', which is not a placement"),
            (#""width": 300"#, #""width": -3"#, "cannot measure -3.0 points"),
            (#""height": 90"#, #""height": 1e9"#, "cannot measure 1000000000.0 points"),
            (#""pullDownCard""#, #""video""#, "video"),
        ])
    func senseless(sound: String, broken: String, words: String) {
        let text = Self.text.replacing(sound, with: broken)
        #expect(text != Self.text)
        let error = #expect(throws: DecodingError.self) { try read(text) }
        #expect("\(error!)".contains(words), "\(error!)")
    }
}
