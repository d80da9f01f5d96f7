import Testing

@testable import InterludeCLI

@Suite("The options of the station")
struct StationCommandTests {
    @Test(
        "name each dialect of markers once",
        arguments: [
            ("title", ["title"]), ("title,title", ["title"]),
            ("now-playing,title,now-playing", ["now-playing", "title"]),
        ] as [(String, [String])])
    func markers(list: String, dialects: [String]) throws {
        let command = try StationCommand.parse(["--markers", list, "--break-every", "1m"])
        #expect(command.markers.map(\.rawValue) == dialects)
    }

    @Test("refuse what is no dialect", arguments: ["", "titles", "title,", "title adswizz"])
    func unknown(list: String) {
        #expect(throws: (any Error).self) {
            try StationCommand.parse(["--markers", list, "--break-every", "1m"])
        }
    }
}
