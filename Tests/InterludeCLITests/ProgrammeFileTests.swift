import AdDisplay
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("Programme file")
struct ProgrammeFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(_ text: String) throws -> ProgrammeFile {
        try ProgrammeFile.read(try folder.write(Array(text.utf8), to: "programme.json"))
    }

    @Test("has its paths counted from its folder, and leaves addresses as they are")
    func paths() throws {
        let file = try read(
            """
            {"sections": [{"title": "Stations", "items": [
                {"id": "1", "title": "One", "source": "one.mp3"},
                {"id": "2", "title": "Two", "source": "http://two.example/live"},
                {"id": "3", "title": "Three"}]}],
             "ads": [{"id": 7, "url": "ferry.mp3", "banner": "ferry.png"},
                {"id": 8, "url": "", "title": "Card"},
                {"id": 9, "url": "http://a.example/b.mp3", "extendedHeight": 200}]}
            """)
        #expect(
            file.sections[0].items.map(\.source)
                == [folder.file("one.mp3"), "http://two.example/live", nil])
        #expect(file.ads[0].spot.audioFileURL == folder.file("ferry.mp3"))
        #expect(file.ads[0].spot.bannerFileURL == folder.file("ferry.png"))
        #expect(file.ads[1].spot.audioFileURL.isEmpty)
        #expect(file.ads[2].extendedHeight == 200)
        #expect(file.placement == Placement("feed", minPos: 2, servingFreq: 4))
    }

    @Test(
        "that is none is told in one sentence",
        arguments: [
            "", "{}", "[]", #"{"sections": [{}]}"#,
            #"{"sections": [], "ads": [{"title": "no url"}]}"#,
            #"{"sections": [{"title": "a", "items": [{"id": "1", "title": "b", "source": "ftp://c"}]}]}"#,
        ])
    func unreadable(text: String) throws {
        let error = #expect(throws: CommandError.self) { try read(text) }
        #expect(error?.status == .unreadableInput)
        #expect(error?.description.contains("holds no programme") == true)
    }

    @Test("that is missing is a missing input")
    func missing() {
        let error = #expect(throws: CommandError.self) {
            try ProgrammeFile.read(folder.file("nothing.json"))
        }
        #expect(error?.status == .missingInput)
    }
}
