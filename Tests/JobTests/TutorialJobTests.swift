import Foundation
import TestFiles
import TestServers
import Testing

/// Somebody follows the tutorial of the library.
@Suite("The tutorial", .timeLimit(.minutes(15)))
struct TutorialJobTests {
    private static let folder = Document.project.appending(path: "docs/tutorial")

    private static func text(of name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    @Test(
        "ends with the code of the README, which is compiled and run",
        arguments: [(0, "add-package.swift"), (1, "push.swift"), (2, "test-break.swift")])
    func readme(block: Int, file: String) throws {
        let blocks = try Document("README.md").blocks(of: "swift", in: Radio.section)
        try #require(blocks.count > block)
        let code = try Self.text(of: file).split(whereSeparator: \.isNewline)
        #expect(code == blocks[block].text.split(whereSeparator: \.isNewline))
    }

    @Test("has programs that compile", arguments: ["play.swift", "push.swift", "hear.swift"])
    func compiles(file: String) async throws {
        try await onThread {
            try BuiltPackage().check([Self.folder.appending(path: file).path])
        }
    }

    @Test("has code and a picture in each step, and no other files")
    func pictures() throws {
        let tutorial = try Self.text(of: "Play-a-stream-with-a-break.tutorial")
        let steps = tutorial.split(separator: "@Step {").dropFirst()
        #expect(steps.count >= 5)
        for step in steps {
            #expect(step.contains(/file: "[a-z-]+\.swift"/), "\(step)")
            #expect(step.contains(/@Image\(source: "[a-z-]+\.svg", alt: "[^"]+"\)/), "\(step)")
        }
        let named = tutorial.matches(of: /(?:file|source): "([^"]+)"/).map { String($0.1) }
        let kept = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { !$0.hasSuffix(".tutorial") }
        #expect(Set(named) == Set(kept))
    }
}
