import Foundation
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("Options that do not work together")
struct CombinationTests {
    private static let live = "http://radio.example/live"

    @Test(
        "are refused before anything is opened, with what to try",
        arguments: [
            (["a", "--viewer", "opt-in@1s"], "--viewer answers", "add --schedule"),
            (["a", "--resume", "live"], "--resume live needs a live stream", "leave it out"),
            (["-", "--resume", "live"], "--resume live needs a live stream", "leave it out"),
            (["a", "--catch-up", "jump"], "--catch-up needs a live stream", "leave it out"),
            (["a", "--seek", "1.5s=-2s"], "--seek 1.5s=-2s: ", "not negative"),
            (["-", "--seek", "1s=2s"], "--seek needs a file or an address", "in order"),
            (
                ["a", "--events", "x", "--report", "./x"], "--report would overwrite --events",
                "another file"
            ),
            (["a", "--remember", "--schedule", "b"], "--remember does not work", "leave one out"),
            (["-", "--remember"], "--remember needs a source", "leave it out"),
            (["a", "--record", "a"], "--record would overwrite the source", "another file"),
            (
                ["a", "--expect", "e", "--summary", "./e"], "--summary would overwrite --expect",
                "another file"
            ),
            (
                ["a", "--summary", "x", "--junit", "x"], "--junit would overwrite --summary",
                "another file"
            ),
            (["a", "--sink", "wav:./a"], "--sink would overwrite the source", "another file"),
        ])
    func refused(arguments: [String], what: String, advice: String) throws {
        let options = try PlayCommand.parse(arguments)
        let error = #expect(throws: CommandError.self) { try options.checkCombinations() }
        #expect(error?.status == .usage)
        let line = error?.description ?? ""
        #expect(line.hasPrefix(what) && line.contains(advice), "\(line)")
    }

    @Test(
        "are told from those that do",
        arguments: [
            ["a", "--resume", "continue", "--seek", "1s=2s", "--break", "hold"],
            [live, "--resume", "live", "--seek", "1s=-2s", "--events", "/dev/null"],
            [live, "--events", "/dev/null", "--report", "/dev/null", "--record", "-"],
            ["a", "--viewer", "opt-in@1s", "--schedule", "b"],
            ["a", "--latency", "40ms"], ["a", "--push", "1s=b", "--duration", "1001ms"],
            [live, "--break", "hold", "--resume", "continue", "--catch-up", "faster"],
            ["a", "--pause", "1s", "--unpause", "2s"],
            ["-", "--remember", "--home", "a"],
        ])
    func accepted(arguments: [String]) throws {
        let options = try PlayCommand.parse(arguments)
        try options.checkCombinations()
        #expect(options.remarks == [])
    }

    @Test(
        "without harm are remarked upon",
        arguments: [
            (
                ["a", "--duration", "5s", "--push", "5s=b", "--seek", "1m=0s", "--volume", "1"],
                "--push 5s, --seek 60s: not reached, because --duration ends the session at 5s"
            ),
            (
                ["a", "--ignore", "2s", "--pause", "3s", "--unpause", "4s", "--volume", "5s=1"]
                    + ["--ad-volume", "6s=1", "--duration", "1500ms"],
                "--ignore 2s, --pause 3s, --unpause 4s, --volume 5s, --ad-volume 6s: not reached, "
                    + "because "
                    + "--duration ends the session at 1.5s"
            ),
            (
                ["a", "--unpause", "1s", "--pause", "2s"],
                "--unpause 1s: no --pause comes before it"
            ),
            (
                ["a", "--sink", "null", "--latency", "1s"],
                "--latency has no effect, because only a sound server or device has a queue"
            ),
            (
                ["a", "--sink", "icecast:http://a:b@c/d.mp3", "--latency", "1s"],
                "--latency has no effect, because only a sound server or device has a queue"
            ),
            (
                [live, "--break", "hold"],
                "--break hold only mutes a live stream, which resumes at its live edge; add "
                    + "--resume continue to miss nothing of it"
            ),
        ])
    func remarks(arguments: [String], remark: String) throws {
        let options = try PlayCommand.parse(arguments)
        try options.checkCombinations()
        #expect(options.remarks == [remark])
    }

    @Test(
        "house ads must be a list that can be read",
        arguments: [
            ("nothere", CommandStatus.missingInput), ("empty", .missingInput),
            ("broken.json", .unreadableInput), ("ftp://ads.example/", .usage),
            ("nopicture.json", .missingInput), ("nospot.json", .missingInput),
        ])
    func houseAds(place: String, status: CommandStatus) throws {
        let folder = try Self.ads()
        let named = place.contains("://") ? place : folder.file(place)
        let options = try PlayCommand.parse(["a", "--web", "0", "--house-ads", named])
        let error = #expect(throws: CommandError.self) { try options.checkCombinations() }
        #expect(error?.status == status, "\(error?.description ?? "")")
    }

    @Test(
        "house ads in a folder, in a file or at an address are accepted",
        arguments: ["ads", "ads/house-ads.json", "https://ads.example/list.json"])
    func goodHouseAds(place: String) throws {
        let folder = try Self.ads()
        let named = place.contains("://") ? place : folder.file(place)
        try PlayCommand.parse(["a", "--web", "0", "--house-ads", named]).checkCombinations()
    }

    private static func ads() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["empty", "ads"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: false)
        }
        try folder.write(Array("{".utf8), to: "broken.json")
        try folder.write(Array(#"[{"image": "a.png"}]"#.utf8), to: "ads/house-ads.json")
        try folder.write([1], to: "ads/a.png")
        try folder.write(Array(#"[{"image": "none.png"}]"#.utf8), to: "nopicture.json")
        let spot =
            #"[{"image": "https://a.example/a.png", "spot": {"url": "none.mp3", "title": "A"}}]"#
        try folder.write(Array(spot.utf8), to: "nospot.json")
        return folder
    }
}
