import Foundation
import Testing

@Suite
struct FuzzCorpusTests {
    static let corpus = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "tools/fuzz.d/corpus")

    @Test(
        "Every kept input is accepted without a trap", arguments: fuzzTargets.map { $0.name })
    func keptInputs(of name: String) throws {
        let target = try #require(fuzzTarget(named: name))
        let folder = Self.corpus.appending(path: name)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty, "\(folder.path) has no input")
        for file in files { target.run(Array(try Data(contentsOf: file))) }
        target.run([])
    }
}
