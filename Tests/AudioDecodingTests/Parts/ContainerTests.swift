import MediaTime
import StreamFetching
import Testing

@testable import AudioDecoding

@Suite("Containers")
struct ContainerTests {
    @Test(
        "are named by content types",
        arguments: [
            (Container.mp3, "audio/mpeg audio/mp3 audio/x-mp3 audio/mpeg3 audio/x-mpeg"),
            (.aac, "audio/aac audio/aacp audio/x-aac"),
            (.ogg, "application/ogg audio/ogg audio/opus audio/vorbis video/ogg"),
            (.flac, "audio/flac audio/x-flac"),
            (.wav, "audio/wav audio/x-wav audio/wave audio/vnd.wave"),
            (.mov, "audio/mp4 audio/x-m4a audio/m4a video/mp4"),
            (.mpegts, "video/mp2t audio/mp2t"),
            (.matroska, "audio/webm video/webm audio/x-matroska"),
            (.aiff, "audio/aiff audio/x-aiff"),
        ])
    func contentTypes(container: Container, types: String) {
        for type in types.split(separator: " ") {
            #expect(Container(contentType: String(type)) == container)
            #expect(Container(contentType: "\(type.uppercased()) ; codecs=x") == container)
        }
    }

    @Test("are not named by other content types", arguments: ["", "audio/", "text/html", "mpeg"])
    func otherTypes(type: String) {
        #expect(Container(contentType: type) == nil)
    }

    @Test(
        "are named by the extensions of files",
        arguments: [
            (Container.mp3, ["mp3"]), (.aac, ["aac", "adts"]), (.ogg, ["ogg", "oga", "opus"]),
            (.flac, ["flac"]), (.wav, ["wav"]), (.mov, ["m4a", "mp4", "mov"]), (.mpegts, ["ts"]),
            (.matroska, ["mka", "webm", "mkv"]), (.aiff, ["aif", "aiff"]),
        ])
    func fileNames(container: Container, extensions: [String]) {
        for name in extensions {
            #expect(Container(fileName: "a.b.\(name)") == container)
            #expect(Container(fileName: "A.\(name.uppercased())") == container)
        }
    }

    @Test("are not named by other names of files", arguments: ["", "mp3", "a.", "a.mp3.txt"])
    func otherNames(name: String) {
        #expect(Container(fileName: name) == nil)
    }

    @Test("are called by their usual names in messages")
    func titles() {
        let titles: [Container: String] = [
            .mp3: "MP3", .aac: "AAC", .ogg: "Ogg", .flac: "FLAC", .wav: "WAV", .mov: "MP4",
            .mpegts: "MPEG-TS", .matroska: "Matroska", .aiff: "AIFF", .caf: "CAF", .w64: "W64",
            .au: "AU", .ac3: "AC-3", .eac3: "E-AC-3", .asf: "WMA", .ape: "APE", .wv: "WavPack",
            .tta: "TTA", .amr: "AMR",
        ]
        for container in Container.allCases {
            let title = titles[container] ?? ""
            #expect(
                DecodingError.noAudioStream(container).description
                    == "there is no audio in this \(title) file")
            #expect(
                DecodingError.unsupportedContainer(container).description
                    == "the installed FFmpeg cannot read \(title) files")
        }
    }

    private struct Beginning: Sendable, CustomTestStringConvertible {
        let container: Container
        let name: String
        let arguments: [String]
        var testDescription: String { name }
    }

    private static let beginnings = [
        Beginning(container: .aiff, name: "a.aiff", arguments: []),
        Beginning(container: .caf, name: "a.caf", arguments: []),
        Beginning(container: .w64, name: "a.w64", arguments: []),
        Beginning(container: .au, name: "a.au", arguments: []),
        Beginning(container: .ac3, name: "a.ac3", arguments: []),
        Beginning(container: .eac3, name: "a.eac3", arguments: []),
        Beginning(container: .asf, name: "a.wma", arguments: []),
        Beginning(container: .wv, name: "a.wv", arguments: []),
        Beginning(container: .tta, name: "a.tta", arguments: []),
        Beginning(container: .matroska, name: "a.mka", arguments: ["-c:a", "flac"]),
        Beginning(container: .mpegts, name: "a.ts", arguments: ["-c:a", "mp2"]),
    ]

    @Test(
        "are recognised by their bytes, and play as long as ffmpeg plays them",
        arguments: beginnings)
    private func recognised(beginning: Beginning) throws {
        let bytes = try Samples.encoded(beginning.arguments, to: beginning.name, count: 60_000)
        let spot = try decode(bytes)
        #expect(spot.description.container == beginning.container)
        let reference = try Samples.reference(of: bytes, named: beginning.name)
        #expect(abs(spot.frameCount - reference.count / 2) <= 1)
        #expect(spot.figures.concealed == 0)
    }

    @Test("of frames are found after other bytes", arguments: [3, 5000, 100_000, 250_000])
    func afterJunk(count: Int) throws {
        let mp3 = try Samples.encoded(
            ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"], to: "a.mp3")
        let junk = [UInt8](repeating: 0xFF, count: count)
        var demuxer = try Demuxer(reading: MemoryByteReader(junk + mp3))
        guard let packet = try demuxer.next() else {
            Issue.record("there is no packet")
            return
        }
        #expect(packet.stream.container == .mp3)
        // Right behind the other bytes, or at one of the first frames.
        #expect((count..<count + 2000).contains(packet.bytePosition), "\(packet.bytePosition)")
    }

    @Test("of frames take three frames that match to be recognised")
    func matching() throws {
        func frames(_ rates: [Int]) -> [UInt8] {
            rates.flatMap { rate -> [UInt8] in
                let third: UInt8 = rate == 48_000 ? 0x94 : 0x90
                let size = rate == 48_000 ? 384 : 417
                return [0xFF, 0xFB, third, 0] + [UInt8](repeating: 0, count: size - 4)
            }
        }
        func recognised(_ bytes: [UInt8]) -> Container? {
            // try?: not recognised.
            try? Container.recognised(in: ByteSource(MemoryByteReader(bytes)), hint: nil)
        }
        #expect(recognised(frames([48_000, 48_000, 48_000])) == .mp3)
        #expect(recognised(Array(frames([48_000, 48_000, 48_000]).dropLast(378))) == nil)
        #expect(recognised(frames([48_000, 44_100, 48_000, 44_100])) == nil)
    }

    @Test(
        "are not guessed for documents",
        arguments: [
            ("  \n<!doctype HTML>", "a web page"), ("<HTML>", "a web page"),
            ("<?xml version='1.0'?>", "an XML document"), ("<!-- x --><rss/>", "an XML document"),
            ("#EXTM3U", "a playlist"), ("[Playlist]\nFile1=x", "a playlist"),
            ("{\"error\": 404}", "a JSON document"),
        ])
    func documents(text: String, name: String) {
        #expect(throws: DecodingError.notAudio(found: name)) {
            try decode(Array(text.utf8), hint: .mp3)
        }
    }

    @Test("need to be sought in where their index is at the end")
    func seeking() throws {
        func needsSeeking(_ container: Container, _ bytes: [UInt8]) -> Bool {
            container.needsSeeking(in: ByteSource(MemoryByteReader(bytes)))
        }
        let late = try Samples.encoded(["-c:a", "aac"], to: "a.m4a", count: 10_000)
        let early = try Samples.encoded(
            ["-c:a", "aac", "-movflags", "faststart"], to: "a.m4a", count: 10_000)
        #expect(needsSeeking(.mov, late))
        #expect(!needsSeeking(.mov, early))
        for container in Container.allCases where container != .mov {
            #expect(needsSeeking(container, late) == (container == .caf))
        }
    }
}

@Suite("A source that seeks at a cost")
struct SeekingCostTests {
    @Test(
        "is asked to only for a container that cannot be read in order",
        arguments: [
            ("a.mp3", ["-c:a", "libmp3lame"], false), ("a.ogg", ["-c:a", "libvorbis"], false),
            ("a.m4a", ["-c:a", "aac"], true),
            ("b.m4a", ["-c:a", "aac", "-movflags", "faststart"], false),
        ])
    func asked(name: String, arguments: [String], isNeeded: Bool) throws {
        let bytes = try Samples.encoded(arguments, to: name)
        let reader = DownloadableReader(bytes)
        let spot = try SpotDecoder(reading: reader, limit: .seconds(60)).decode()
        #expect(reader.wasDownloaded == isNeeded)
        #expect(spot.frameCount > 108_000)
    }
}

@Suite("Words for what cannot be decoded")
struct DecodingErrorTests {
    private struct Reason: Error, CustomStringConvertible {
        let description: String
    }

    private struct Other: Error, CustomStringConvertible {
        let description: String
    }

    static let words: [(DecodingError, String)] = [
        (.noDecoders(reason: "install ffmpeg"), "install ffmpeg"),
        (.empty, "not one byte came"),
        (.notAudio(found: "a web page"), "this is a web page, not audio; check the address"),
        (.unrecognised, "try MP3, AAC or Ogg"),
        (
            .damagedHeader(.wav, reason: "cut"),
            "the WAV file is damaged or cut off at its beginning (cut)"
        ),
        (.unsupportedCodec("aptx"), "no decoder for aptx"),
        (.unreadableCodec("aac", reason: "17 Hz"), "the aac decoder refuses this sound (17 Hz)"),
        (.noise(.mp3), "not MP3 but for a few bytes"),
        (.soundless, "holds no sound that can be decoded"),
        (.noSound, "nothing in it could be decoded"),
        (.tooLong(limit: .seconds(90)), "longer than the 90 s that it may be"),
        (.overBudget(byteCount: 256 << 20), "into the 256 MiB that all spots"),
        (.cancelled, "it was cancelled"),
    ]

    @Test("name it in one line", arguments: words)
    func named(error: DecodingError, words: String) {
        #expect(error.description.contains(words), "\(error)")
        #expect(!error.description.contains("\n"))
    }

    @Test("of a reader are the reader's own, and equal if kind and words are")
    func reading() {
        let failure = ReadFailure(Reason(description: "the cable is out"))
        #expect(DecodingError.reading(failure).description == "the cable is out")
        #expect(failure == ReadFailure(Reason(description: "the cable is out")))
        #expect(failure.hashValue == ReadFailure(Reason(description: "the cable is out")).hashValue)
        #expect(failure != ReadFailure(Reason(description: "the cable is in")))
        #expect(failure != ReadFailure(Other(description: "the cable is out")))
    }

    @Test("tell if a reader fails, at the beginning and later", arguments: [0, 60_000])
    func failing(count: Int) throws {
        let bytes = try Samples.encoded(["-c:a", "libmp3lame"], to: "a.mp3", count: 441_000)
        let reader = FailingReader(Array(bytes.prefix(count)))
        let failure = DecodingError.reading(ReadFailure(FailingReader.Failure()))
        #expect(throws: failure) {
            try SpotDecoder(reading: reader, limit: .seconds(60)).decode()
        }
    }
}
