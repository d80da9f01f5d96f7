import AudioDecoding
import MediaTime
import PCMAudio
import Playout
import StreamFetching
import TestSignals
import Testing

@Suite("Live stream over several connections")
struct SpliceTests {
    struct Encoding: Sendable, CustomTestStringConvertible {
        let name: String
        let contentType: String
        let arguments: [String]

        var testDescription: String { name }
        var isOgg: Bool { arguments.contains("ogg") }
    }

    static let encodings = [
        Encoding(
            name: "a.mp3", contentType: "audio/mpeg",
            arguments: ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"]),
        Encoding(name: "a.aac", contentType: "audio/aac", arguments: ["-c:a", "aac"]),
        Encoding(
            name: "a.ogg", contentType: "application/ogg",
            arguments: ["-c:a", "libvorbis", "-page_duration", "100000", "-f", "ogg"]),
        Encoding(
            name: "a.opus", contentType: "application/ogg",
            arguments: ["-c:a", "libopus", "-page_duration", "100000", "-f", "ogg"]),
        Encoding(
            name: "a.oga", contentType: "application/ogg",
            arguments: ["-c:a", "flac", "-page_duration", "100000", "-f", "ogg"]),
    ]

    /// The stream as a station sends it to a listener who joins after byte `position`: an Ogg
    /// stream with its headers, and from the next page on.
    static func joined(_ bytes: [UInt8], at position: Int, _ encoding: Encoding) -> [UInt8] {
        guard encoding.isOgg else { return Array(bytes[position...]) }
        let pages = bytes.indices.filter { bytes[$0...].starts(with: Array("OggS".utf8)) }
        // The pages of the headers are those that end with granule 0.
        let first = pages.first { bytes[($0 + 6)..<($0 + 14)].contains { $0 != 0 } }
        let next = pages.first { $0 >= position }
        return Array(bytes[..<(first ?? 0)] + bytes[(next ?? bytes.endIndex)...])
    }

    @Test(
        "continues with the same samples as without an interruption", arguments: encodings,
        [44_100, 48_000])
    func seamless(encoding: Encoding, rate: Int) throws {
        let bytes = try EncodedSound.chirp(
            encoding.arguments, to: encoding.name, rate: rate, seconds: 12)
        let third = bytes.count / 3
        let provider = ScriptedProvider([
            // Breaks off in the middle of a packet.
            ScriptedConnection(
                Array(bytes[..<(third + 77)]), contentType: encoding.contentType),
            // Begins four seconds before, in the middle of a packet, and breaks off again.
            ScriptedConnection(
                Array(
                    Self.joined(bytes, at: third / 2 + 33, encoding).prefix(third + 5)),
                contentType: encoding.contentType),
            ScriptedConnection(
                Self.joined(bytes, at: third, encoding), contentType: encoding.contentType),
        ])
        let (reader, log) = LiveReaderTests.reader(provider)
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        let whole = try LiveReaderTests.decoded(bytes)
        #expect(FirstDifference(samples, from: whole) == nil)
        #expect(log.continuations.count == 2)
        for continuation in log.continuations {
            guard case .seamless(let repeated) = continuation else {
                Issue.record("\(continuation)")
                continue
            }
            #expect(repeated > 48_000 / 2)
        }
    }

    @Test(
        "makes no click if the stream does not continue where it ended",
        arguments: [
            ("a.mp3", ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0"]),
            ("a.aac", ["-c:a", "aac", "-b:a", "192k"]),
        ])
    func broken(name: String, arguments: [String]) throws {
        let first = try EncodedSound.tone(phase: 0, arguments, to: name)
        let second = try EncodedSound.tone(phase: 2, arguments, to: name)
        // Ends and begins in the middle of a packet, and of the tone.
        let provider = ScriptedProvider([
            .init(Array(first.dropLast(5000))), .init(Array(second.dropFirst(5000))),
        ])
        let (reader, log) = LiveReaderTests.reader(provider)
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        guard case .broken? = log.continuations.first else {
            Issue.record("\(log.continuations)")
            return
        }
        let signal = Signal(samples: Array(samples.dropFirst(2 * 9600).dropLast(2 * 9600)))
        let click = signal.loudestClick(inToneOf: 440)
        #expect(click < -50, "\(click) dB")
    }

    @Test("plays nothing twice that a connection repeats before it breaks off")
    func onlyKnown() throws {
        let bytes = try LiveReaderTests.mp3(seconds: 6)
        let provider = ScriptedProvider([
            .init(Array(bytes[..<60_000])), .init(Array(bytes[20_000..<50_000])),
            .init(Array(bytes[30_000...])),
        ])
        let (reader, log) = LiveReaderTests.reader(provider)
        let samples = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        #expect(FirstDifference(samples, from: try LiveReaderTests.decoded(bytes)) == nil)
        #expect(log.continuations.count == 1)
    }

    @Test("a title that the station repeats to a new listener is not a new one")
    func titles() throws {
        let bytes = try LiveReaderTests.mp3(seconds: 6)
        let provider = ScriptedProvider([
            .init(Array(bytes[..<48_000]), titles: [("one", 0), ("two", 38_400)]),
            .init(Array(bytes[24_000...]), titles: [("two", 0), ("three", 38_400)]),
        ])
        let (reader, log) = LiveReaderTests.reader(provider)
        _ = reader.store.drained()
        try log.waitForEnd()
        reader.stop()
        let titles = log.events.compactMap { event in
            if case .title(let text, let frame) = event { "\(text) \(frame.frames)" } else { nil }
        }
        // 384 bytes are 1152 frames: the third one is at byte 62 400.
        #expect(titles == ["one 0", "two 115200", "three 187776"])
    }
}
