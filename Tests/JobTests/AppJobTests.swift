import Foundation
import TestFiles
import TestServers
import Testing

/// Somebody builds an app from the documents alone, by copying what they say.
@Suite("An app from the documents", .timeLimit(.minutes(30)))
struct AppJobTests {
    @Test("is told the version that the command prints")
    func version() async throws {
        let printed = try await onThread {
            try Command([BuiltPackage.command, "--version"]).successful().output
        }
        let version = printed.trimmingCharacters(in: .whitespacesAndNewlines)
        let readme = try Document("README.md")
        let manifest = try #require(readme.blocks(of: "swift", in: Radio.section).first)
        let commands = try #require(readme.blocks(of: "sh", in: Radio.section).first)
        #expect(manifest.text.contains(#", from: "\#(version)")"#))
        #expect(commands.text.contains(" tag --force \(version) "))
    }

    @Test("resolves the address and the version, and may use the product")
    func resolves() async throws {
        let graph = try await onThread {
            try Radio().run(["swift", "package", "show-dependencies", "--format", "json"])
        }
        try #require(graph.status == 0, "\(graph.errors)")
        let tree = try JSONDecoder().decode(Dependency.self, from: Data(graph.output.utf8))
        let interlude = try #require(tree.dependencies.first)
        #expect(interlude.identity == "interlude")
        #expect(interlude.version.split(separator: ".").count == 3)
        #expect(!interlude.dependencies.isEmpty)
    }

    private struct Dependency: Decodable {
        let identity: String
        let version: String
        let dependencies: [Dependency]
    }

    @Test("builds nothing with unsafe flags, which some versions of SwiftPM refuse to a dependency")
    func flags() async throws {
        let dump = try await onThread {
            // As a dependency, which SwiftPM checks out into a folder of this name.
            let folder = try TemporaryFolder()
            let package = URL(filePath: folder.path).appending(path: "checkouts/interlude")
            try FileManager.default.createDirectory(
                at: package, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: Document.project.appending(path: "Package.swift"),
                to: package.appending(path: "Package.swift"))
            return try Command([
                "swift", "package", "--package-path", package.path, "dump-package",
            ]).successful().output
        }
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(dump.utf8))
        let product = try #require(manifest.products.first { $0.name == "Interlude" })
        var built = Set<String>()
        var open = product.targets
        while let name = open.popLast() {
            guard built.insert(name).inserted else { continue }
            let target = try #require(manifest.targets.first { $0.name == name })
            let flags = target.settings.flatMap(\.kind.keys).filter { $0 == "unsafeFlags" }
            #expect(flags == [], "\(name)")
            open += target.dependencies.flatMap { $0.byName?.compactMap(\.self).prefix(1) ?? [] }
        }
        #expect(built.count > 15)
    }

    private struct Manifest: Decodable {
        let products: [Product]
        let targets: [Target]

        struct Product: Decodable {
            let name: String
            let targets: [String]
        }
        struct Target: Decodable {
            let name: String
            let dependencies: [Target.Dependency]
            let settings: [Setting]

            struct Dependency: Decodable {
                /// The name of a target of this package, and its condition.
                let byName: [String?]?
            }
            struct Setting: Decodable {
                let kind: [String: Ignored]
            }
            struct Ignored: Decodable {
                init(from decoder: any Decoder) {}
            }
        }
    }

    @Test("plays a station with a spot", .enabled(if: PrivatePulseAudio.isInstalled))
    func plays() async throws {
        try await onThread {
            let radio = try Radio()
            let server = try PrivatePulseAudio()
            let station = ServerProcess(arguments: [
                BuiltPackage.command, "station", "--port", "0", "--json",
            ])
            defer { station.stop() }
            let said = ProcessOutput()
            try station.start(output: said)
            let address = try #require(
                said.wait(within: .seconds(60)) { bytes in
                    String(decoding: bytes, as: UTF8.self)
                        .firstMatch(of: #/"mp3":"([^"]+)"/#).map { String($0.1) }
                })
            // The README's port may be taken here.
            let program = try String(contentsOfFile: radio.main, encoding: .utf8)
            #expect(program.contains("http://127.0.0.1:8000/live.mp3"))
            try Data(program.replacing("http://127.0.0.1:8000/live.mp3", with: address).utf8)
                .write(to: URL(filePath: radio.main))

            let played = "\(radio.package)/played"
            try BuiltPackage().makeProgram(of: [radio.main], at: played)
            let heard = ProcessOutput()
            // Its output is a pipe, and would otherwise come at its end.
            let player = ServerProcess(
                arguments: ["env", "-C", radio.package, "stdbuf", "-oL", played],
                environment: ["PULSE_SERVER": server.address])
            defer { player.stop() }
            try player.start(output: heard)
            let answer = heard.wait(within: .seconds(60)) {
                $0.contains(UInt8(ascii: "\n")) ? $0 : nil
            }
            #expect(answer.map { String(decoding: $0, as: UTF8.self) } == "accepted\n")
            // The server's clients are named for what they play.
            #expect(
                try server.control(
                    "list", "sink-inputs", until: { $0.contains("Advertisement 1/1") }))
        }
    }

    @Test("proves its break without a sound card")
    func tested() async throws {
        try await onThread {
            let radio = try Radio()
            let tests = "\(radio.package)/tests"
            try BuiltPackage().makeTests(of: [radio.test], at: tests)
            let run = try radio.run([tests])
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors.contains("Test run with 1 test"))
        }
    }

    @Test("continues the README's program with docs/library.md, in one target")
    func continued() async throws {
        let program = try #require(
            try Document("README.md").blocks(of: "swift", in: Radio.section).dropFirst().first)
        let blocks = try Document("docs/library.md").blocks(of: "swift")
        try await onThread {
            let folder = try TemporaryFolder()
            let files = try blocks.enumerated().map { number, block in
                try folder.write("import Interlude\n\(block.text)".utf8, to: "Block\(number).swift")
            }
            let main = try folder.write(program.text.utf8, to: "Radio.swift")
            try BuiltPackage().check(files + [main])
        }
    }

    @Test("compiles all code of docs/library.md, and returns from its breaks as it says")
    func library() async throws {
        let blocks = try Document("docs/library.md").blocks(of: "swift")
        #expect(blocks.count > 8)
        let main = """
            @main enum Main {
                static func main() async throws {
                    let media = CommandLine.arguments[1]
                    let spot = Advertisement(
                        id: 0, title: "Ferry", audioFileURL: "\\(media)/spots/ferry.mp3")
                    for policy in [BreakPolicy.mute, .hold] {
                        let moved = try await Radio.moved(
                            "\\(media)/programme/programme.mp3", at: [.seconds(4), .seconds(30)],
                            [spot], policy)
                        print(moved)
                    }
                }
            }
            """
        let run = try await onThread {
            let folder = try TemporaryFolder()
            let files = try (blocks.map(\.text) + [main]).enumerated().map { number, text in
                try folder.write("import Interlude\n\(text)".utf8, to: "Block\(number).swift")
            }
            try BuiltPackage().makeProgram(of: files, at: folder.file("app"))
            let media = Document.project.appending(path: "SampleMedia").path
            return try Command([folder.file("app"), media])
        }
        #expect(run.status == 0, "\(run.errors)")
        // The spot's samples, as ffmpeg decodes them.
        let spot = Document.project.appending(path: "SampleMedia/spots/ferry.mp3")
        let length = try await onThread {
            try FFmpegDecoding(of: Array(Data(contentsOf: spot)), as: "mp3").frameCount
        }
        #expect(run.output == "[0, 0]\n[\(length), \(length)]\n")
    }

    @Test(
        "is built and tested by SwiftPM as the README says",
        .enabled(if: ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"))
    func built() async throws {
        let run = try await onThread {
            try Radio().run(["swift", "test", "--disable-xctest"], within: .seconds(1700))
        }
        #expect(run.status == 0, "\(run.output.suffix(3000)) \(run.errors.suffix(3000))")
    }
}
