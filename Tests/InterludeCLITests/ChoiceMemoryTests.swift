import Foundation
import Interlude
import PCMAudio
import Synchronization
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("The memory of --remember")
struct ChoiceMemoryTests {
    private let folder: TemporaryFolder
    private let file: StateFile
    private let said = Said()

    init() throws {
        folder = try TemporaryFolder()
        file = StateFile("choice.json", environment: ["XDG_STATE_HOME": folder.path])!
    }

    private final class Said: Sendable {
        let lines = Mutex<[String]>([])
    }

    private var lines: [String] { said.lines.withLock { $0 } }

    /// The memory and the session of a player with these options.
    private func start(
        _ arguments: [String] = ["http://a/live", "--volume", "0.5", "--remember"],
        typed: [String] = []
    ) throws -> (memory: ChoiceMemory?, SessionConfiguration) {
        var configuration = try PlayCommand.parse(arguments).sessionConfiguration()
        let memory = try PlayCommand.parse(arguments).memory(
            for: &configuration, typed: typed, environment: ["XDG_STATE_HOME": folder.path]
        ) { [said] line in said.lines.withLock { $0.append(line) } }
        return (memory, configuration)
    }

    @Test("takes the last choice to the next start, whose volume replaces that of the options")
    func returned() throws {
        let (memory, before) = try start()
        #expect(before.script.map(\.command) == [.setVolume(Gain(linear: 0.5))])
        memory?.onCommandAccepted(.setVolume(Gain(linear: 0.25)))
        memory?.onCommandAccepted(.playPublic(source: "http://b/live"))
        memory?.close()
        let (next, after) = try start()
        #expect(next?.choice.source?.command == .playPublic(source: "http://b/live"))
        #expect(after.volume == Gain(linear: 0.25))
        #expect(after.script == [])
        #expect(after.source == "http://a/live" && after.home == "http://a/live")
        #expect(lines == [])
    }

    @Test("is not there without the option, so nothing is read or written")
    func optional() throws {
        let (memory, _) = try start(["http://a/live"])
        #expect(memory == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("writes nothing if nobody chose")
    func idle() throws {
        let (memory, _) = try start()
        memory?.onCommandAccepted(.pause)
        memory?.close()
        #expect(try file.read() == nil)
    }

    @Test("forgets a station when the home is chosen again")
    func forgotten() throws {
        let (memory, _) = try start()
        memory?.onCommandAccepted(.play(source: "http://b/live"))
        memory?.close()
        let (second, _) = try start()
        second?.onCommandAccepted(.play(source: "http://a/live"))
        second?.close()
        #expect(try start().memory?.choice.source == nil)
    }

    @Test("holds no login of the configuration")
    func secrets() throws {
        let arguments = ["http://ann:pw@a/live", "--remember"]
        let (memory, _) = try start(arguments)
        memory?.onCommandAccepted(.play(source: "http://b/live"))
        memory?.close()
        let text = String(decoding: try #require(try file.read()), as: UTF8.self)
        #expect(text.contains("http://b/live") && !text.contains("pw"))
        #expect(try start(arguments).memory?.choice.source != nil)
        // The home is known by its address without the login.
        let (next, _) = try start(arguments)
        next?.onCommandAccepted(.play(source: "http://a/live"))
        #expect(next?.choice.source == nil)
    }

    @Test(
        "begins with nothing after a torn or foreign file, says so once, and replaces it",
        arguments: [
            "", "{", #"{"setup":{"source":"http://a/live","home":"http://a/live"},"sou"#,
            "[]", "\0\u{1B}[2J", #"{"volume":0.1}"#, String(repeating: "[", count: 60_000),
            String(repeating: "x", count: 1 << 20),
        ])
    func torn(contents: String) throws {
        try file.write(Data(contents.utf8))
        let (memory, configuration) = try start()
        #expect(memory?.choice.source == nil && memory?.choice.volume == nil)
        #expect(configuration.volume == .unity)
        #expect(lines.count == 1)
        #expect(lines.first?.hasSuffix("so nothing is remembered yet") == true)
        memory?.onCommandAccepted(.setVolume(.silence))
        memory?.close()
        #expect(try start().memory?.choice.volume == .silence)
        #expect(lines.count == 1)
    }

    @Test("says once that it cannot write")
    func unwritable() throws {
        try folder.write([], to: "interlude")
        let (memory, _) = try start()
        for volume in [Gain.silence, .unity] {
            memory?.onCommandAccepted(.setVolume(volume))
            memory?.close()
        }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("cannot be written: Not a directory") == true)
        #expect(lines.first?.contains("XDG_STATE_HOME") == true)
    }

    @Test("needs a folder")
    func homeless() throws {
        var configuration = SessionConfiguration(source: "http://a/live")
        let options = try PlayCommand.parse(["http://a/live", "--remember"])
        let error = #expect(throws: CommandError.self) {
            try options.memory(for: &configuration, typed: [String](), environment: [:]) { _ in }
        }
        #expect(error?.status == .usage)
    }
}
