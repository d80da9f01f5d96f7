import AudioDecoding
import TestFiles
import Testing

@Suite("Files from other producers", .enabled(if: Corpora.folder != nil))
struct CorpusTests {
    @Test(
        "play for as long as ffmpeg plays them", arguments: Corpora.documents(in: "audio/media3"))
    func lengths(file: Corpora.Document) throws {
        let bytes = try file.bytes()
        let hint = Container(fileName: file.name)
        switch file.name {
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
        "play from where a connection happened to begin",
        arguments: Corpora.documents(in: "audio/icy-captures"))
    func captures(file: Corpora.Document) throws {
        let spot = try decode(file.bytes())
        #expect(spot.frameCount > 48_000)
    }
}
