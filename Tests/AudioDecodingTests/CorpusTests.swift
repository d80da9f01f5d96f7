import AudioDecoding
import Foundation
import Testing

@Suite("Files from other producers", .enabled(if: Corpora.audio != nil))
struct CorpusTests {
    @Test("play for as long as ffmpeg plays them", arguments: Corpora.files("media3"))
    func lengths(file: URL) throws {
        let bytes = try [UInt8](Data(contentsOf: file))
        let hint = Container(fileName: file.lastPathComponent)
        switch file.lastPathComponent {
        case "100kB-garbage-prefix.mp3":
            // ffmpeg decodes the garbage as speech.
            #expect(try decode(bytes, hint: hint).description.codec == "mp3")
        case "play-trimmed.mp3":
            // A single frame, which ffmpeg refuses, too.
            #expect(throws: DecodingError.self) { try decode(bytes, hint: hint) }
        case let name:
            let reference = try Samples.reference(of: bytes, named: name)
            let spot = try decode(bytes, hint: hint)
            #expect(abs(spot.frameCount - reference.count / 2) <= 1)
        }
    }

    @Test(
        "play from where a connection happened to begin", arguments: Corpora.files("icy-captures"))
    func captures(file: URL) throws {
        let spot = try decode([UInt8](Data(contentsOf: file)))
        #expect(spot.frameCount > 48_000)
    }
}

/// Real inputs, which are not part of the project.
enum Corpora {
    static let audio: URL? = {
        let named = ProcessInfo.processInfo.environment["INTERLUDE_CORPORA"]
        let package = URL(filePath: #filePath).appending(path: "../../..").standardized
        let folder =
            named.map { URL(filePath: $0) }
            ?? package.appending(path: "../shared/corpora").standardized
        let audio = folder.appending(path: "audio")
        return FileManager.default.fileExists(atPath: audio.path) ? audio : nil
    }()

    /// The audio files in a folder, sorted by name.
    static func files(_ folder: String) -> [URL] {
        guard let path = audio?.appending(path: folder) else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path.path)
        } catch {
            return []
        }
        return names.filter { !$0.hasPrefix("UPSTREAM") }.sorted().map { path.appending(path: $0) }
    }
}
