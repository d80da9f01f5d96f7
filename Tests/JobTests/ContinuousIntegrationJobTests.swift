import Foundation
import TestFiles
import TestServers
import Testing

/// `docs/ci.md`, as somebody would type it.
@Suite("The document about continuous integration", .timeLimit(.minutes(5)))
struct ContinuousIntegrationJobTests {
    /// The code blocks of the document with this language, in order.
    private static func blocks(_ language: String) throws -> [String] {
        let file = URL(filePath: #filePath).appending(path: "../../../docs/ci.md")
            .standardizedFileURL
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
        return parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            .filter { $0.hasPrefix("\(language)\n") }.map {
                String($0.dropFirst(language.count + 1))
            }
    }

    /// Runs `command` of the document with an advertisement of `teaLength` seconds. Blocks.
    private static func run(_ command: String, teaLength: Int) throws -> (Command, TemporaryFolder)
    {
        let folder = try TemporaryFolder()
        for (name, length) in [("programme", 65), ("tea", teaLength), ("cake", 15)] {
            try Command([
                "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
                "sine=frequency=500:sample_rate=48000:duration=\(length)", "-ac", "2",
                folder.file("\(name).mp3"),
            ]).successful()
        }
        try folder.write(
            #"{"id": "camp-4711", "title": "Tea", "url": "tea.mp3"}"#.utf8, to: "tea.json")
        try folder.write(blocks("yaml")[0].utf8, to: "expect.yaml")
        let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().path
        let run = try Command(
            ["env", "-C", folder.path, "PATH=\(programs):/usr/bin:/bin", "sh", "-c", command],
            environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path])
        return (run, folder)
    }

    @Test("has a command that passes, and ends as the document says")
    func passes() throws {
        let (run, folder) = try Self.run(Self.blocks("sh")[0], teaLength: 10)
        #expect(run.status == 0)
        #expect(try run.errors == Self.blocks("")[0])
        let junit = try String(contentsOfFile: folder.file("junit.xml"), encoding: .utf8)
        #expect(junit.contains(#"failures="0""#))
    }

    @Test("has a command that fails for a spot that is too long, as the document says")
    func fails() throws {
        let (run, folder) = try Self.run(Self.blocks("sh")[0], teaLength: 11)
        #expect(run.status == 1)
        #expect(try run.errors == Self.blocks("")[1])
        let junit = try String(contentsOfFile: folder.file("junit.xml"), encoding: .utf8)
        #expect(junit.contains(#"failures="3""#))
    }

    @Test("fails for a spot that is too loud, or missing")
    func reasons() throws {
        let command = try Self.blocks("sh")[0].trimmingCharacters(in: .newlines)
        let (loud, _) = try Self.run("\(command) --match-loudness fixed=-9", teaLength: 10)
        #expect(loud.status == 1)
        #expect(loud.errors.contains("LU too loud"), "\(loud.errors)")
        let (missing, _) = try Self.run("rm cake.mp3; \(command)", teaLength: 10)
        #expect(missing.status == 1)
        #expect(missing.errors.contains("2 spots: 1 heard"), "\(missing.errors)")
    }

    @Test("has a job that passes")
    func job() throws {
        let lines = try #require(Self.blocks("yaml").last).split(separator: "\n")
        let step = try #require(lines.firstIndex { $0.hasSuffix("- name: Play the break") })
        try #require(lines[step + 1].hasSuffix("run: |"))
        let script = lines[(step + 2)...].prefix { $0.hasPrefix("          ") }
            .joined(separator: "\n")
        let (run, folder) = try Self.run(script, teaLength: 10)
        #expect(run.status == 0, "\(run.errors)")
        for name in ["events.jsonl", "summary.json", "junit.xml"] {
            #expect(FileManager.default.fileExists(atPath: folder.file(name)))
        }
    }
    @Test("has a recorded stream whose break is heard at the same frame each time")
    func recorded() throws {
        let section = "Breaks of a live stream, and ad servers"
        let document = try Document("docs/ci.md")
        let commands = document.blocks(of: "sh", in: section).map(\.text)
        let command = try #require(commands.first { $0.contains("http.server") })
            .replacing("8001", with: "\(freePort())")
        let expected = document.blocks(of: "yaml", in: section).map(\.text)
        let folder = try TemporaryFolder()
        try folder.write(
            try #require(expected.first { $0.contains("ferry.mp3") }).utf8, to: "recorded.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("SampleMedia"),
            withDestinationPath: Document.project.appending(path: "SampleMedia").path)
        let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().path
        let again = try #require(command.split(separator: "sleep 1\n").last)
            .trimmingCharacters(in: .newlines)
        let script = """
            set -e
            trap 'kill $!' EXIT
            \(command.trimmingCharacters(in: .newlines)) --events first.jsonl
            \(again) --events second.jsonl
            cmp first.jsonl second.jsonl
            """
        let run = try Command(
            [
                "env", "-C", folder.path, "PATH=\(programs):/usr/bin:/bin", "sh", "-c", script,
            ],
            environment: ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path])
        #expect(run.status == 0, "\(run.errors)")
    }
}
