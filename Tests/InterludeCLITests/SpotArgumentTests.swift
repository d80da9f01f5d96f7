import Advertising
import MediaTime
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("Spot argument")
struct SpotArgumentTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("commas separate spots, unless the whole text names a file")
    func list() throws {
        let comma = try folder.write("".utf8, to: "one,two.mp3")
        #expect(try SpotArgument.list(parsing: comma) == [.file(path: comma)])
        #expect(
            try SpotArgument.list(parsing: "a.mp3,http://b.example/b,c.json") == [
                .file(path: "a.mp3"), .address("http://b.example/b"), .description(path: "c.json"),
            ])
        #expect(throws: UnusableArgument.self) { try SpotArgument.list(parsing: "a.mp3,,b.mp3") }
    }

    @Test("a file is titled by its name, and found from any folder")
    func file() throws {
        let advertisement = try SpotArgument.file(path: "spots/a b.mp3").advertisement()
        #expect(advertisement.title == "a b.mp3")
        #expect(advertisement.audioFileURL.hasPrefix("/"))
        #expect(advertisement.audioFileURL.hasSuffix("/spots/a b.mp3"))
    }

    @Test("a description has its own texts, and its audio is beside it")
    func description() throws {
        let path = try folder.write(
            #"{"id": 7, "url": "audio/spot.mp3", "title": "Tea", "duration": 12.5}"#.utf8,
            to: "spot.json")
        let advertisement = try SpotArgument.description(path: path).advertisement()
        #expect(advertisement.id == 7)
        #expect(advertisement.title == "Tea")
        #expect(advertisement.duration == .milliseconds(12_500))
        #expect(advertisement.audioFileURL == "\(folder.path)/audio/spot.mp3")
    }

    @Test("an advertiser's id may be a text, and one that is too long is named")
    func adID() throws {
        let path = try folder.write(#"{"id": "camp-4711", "url": "a.mp3"}"#.utf8, to: "a.json")
        let pushes = [ScheduledArgument(at: .zero, [SpotArgument.description(path: path)])]
        let read = try SpotArgument.advertisements(in: pushes).flatMap(\.value)
        #expect(read.map(\.adID) == ["camp-4711"])
        #expect(read.map(\.id) == [1])
        let long = String(repeating: "x", count: 257)
        let other = try folder.write(#"{"id": "\#(long)", "url": "a.mp3"}"#.utf8, to: "b.json")
        let error = #expect(throws: CommandError.self) {
            try SpotArgument.description(path: other).advertisement()
        }
        #expect(error?.status == .unreadableInput)
        #expect(error?.description == "\(other): \"id\" must be at most 256 characters long")
    }

    @Test(
        "a description without an advertisement is not understood",
        arguments: ["", "[]", "{}", #"{"url": ""}"#, #"{"url": "ftp://a.example/x"}"#, "{\"url\""])
    func notUnderstood(text: String) throws {
        let path = try folder.write(text.utf8, to: "spot.json")
        let error = #expect(throws: CommandError.self) {
            try SpotArgument.description(path: path).advertisement()
        }
        #expect(error?.status == .unreadableInput)
        #expect(error?.description.contains(path) == true)
    }

    @Test("a missing description is a missing input")
    func missing() {
        let error = #expect(throws: CommandError.self) {
            try SpotArgument.description(path: "/nowhere/spot.json").advertisement()
        }
        #expect(error?.status == .missingInput)
    }

    @Test("spots are numbered in order, after the ids that others have")
    func numbering() throws {
        let path = try folder.write(
            #"{"id": 2, "url": "http://a.example/x"}"#.utf8, to: "spot.json")
        let pushes = [
            ScheduledArgument(at: .zero, [SpotArgument.file(path: "a"), .file(path: "b")]),
            ScheduledArgument(
                at: FrameTime(5), [SpotArgument.description(path: path), .file(path: "c")]),
        ]
        let read = try SpotArgument.advertisements(in: pushes)
        #expect(read.map(\.time) == [.zero, FrameTime(5)])
        #expect(read.map { $0.value.map(\.id) } == [[1, 3], [2, 4]])
    }
}
