import AdDisplay
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("File of a programme")
struct ProgrammePlanFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(_ text: String) throws -> ProgrammePlan {
        try ProgrammePlan.read(try folder.write(Array(text.utf8), to: "programme.json"))
    }

    @Test("has paths relative to its folder, and leaves addresses unchanged")
    func paths() throws {
        let plan = try read(
            """
            {"sections": [{"title": "Stations", "items": [
                {"id": "1", "title": "One", "source": "one.mp3"},
                {"id": "2", "title": "Two", "source": "http://two.example/live"},
                {"id": "3", "title": "Three"}]}],
             "placements": [{"name": "feed", "minPos": 2, "servingFreq": 4}],
             "ads": {"feed": [
                {"id": "7", "spot": {"url": "ferry.mp3", "banner": "ferry.png"}},
                {"id": "8", "format": "card", "spot": {"url": "", "title": "Card"}}]}}
            """)
        #expect(
            plan.sections[0].items.map(\.source)
                == [folder.file("one.mp3"), "http://two.example/live", nil])
        let spots = try #require(plan.ads["feed"]).map(\.advertisement)
        #expect(spots.map(\.audioFileURL) == [folder.file("ferry.mp3"), ""])
        #expect(spots.map(\.bannerFileURL) == [folder.file("ferry.png"), nil])
    }

    @Test(
        "without a programme gives one sentence",
        arguments: [
            ("", "not a programme"), ("{}", "not a programme"), ("[]", "not a programme"),
            (#"{"sections": [{}]}"#, "not a programme"),
            (#"{"sections": [], "ads": {"feed": []}}"#, "which is not a placement"),
            (
                #"{"sections": [{"title": "a", "items": [{"id": "1", "title": "b", "source": "ftp://c"}]}]}"#,
                "'ftp' is not supported"
            ),
        ])
    func unreadable(text: String, reason: String) throws {
        let error = #expect(throws: CommandError.self) { try read(text) }
        #expect(error?.status == .unreadableInput)
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test("that does not exist is a missing input")
    func missing() {
        let error = #expect(throws: CommandError.self) {
            try ProgrammePlan.read(folder.file("nothing.json"))
        }
        #expect(error?.status == .missingInput)
    }
}
