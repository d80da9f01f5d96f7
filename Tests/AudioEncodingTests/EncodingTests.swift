import AudioEncoding
import TestSignals
import Testing

@Suite("Encoded sound")
struct EncodingTests {
    @Test("keeps its length and its level as Ogg Opus")
    func wholeOpus() throws {
        let all = try chunks(of: programme, as: .oggOpus)
        let heard = try decoded(all, as: .oggOpus)
        #expect(heard.complaints == "")
        #expect(heard.samples.count == programme.count)
        let likeness = Likeness(of: heard.samples, to: programme)
        #expect(likeness.correlation > 0.995)
        #expect(abs(likeness.level) < 0.5)
    }

    @Test("keeps its length and its level as MP3")
    func wholeMP3() throws {
        let all = try chunks(of: programme, as: .mp3)
        let heard = try decoded(all, as: .mp3)
        #expect(heard.complaints == "")
        // An MP3 stream cannot state how much of its first and last frame is padding.
        let leadIn = all[0].leadIn
        #expect(heard.frameCount >= programme.count / 2 + leadIn)
        #expect(heard.frameCount < programme.count / 2 + leadIn + 2 * all[0].packetLength)
        let likeness = Likeness(of: heard.samples.dropFirst(2 * leadIn), to: programme)
        #expect(likeness.correlation > 0.995)
        #expect(abs(likeness.level) < 0.5)
    }

    @Test("can be joined at any chunk, and decodes from there without an error: Ogg Opus")
    func joinedOpus() throws {
        let all = try chunks(of: programme, as: .oggOpus)
        for joined in [1, 7, 30, 48] {
            let heard = try decoded(all[joined...], as: .oggOpus)
            #expect(heard.complaints == "")
            // The audio of the encoder's packets is `delay` frames late.
            let first = joined * 4800 + all[joined].leadIn - all[0].leadIn
            let rest = programme.dropFirst(2 * first)
            #expect(heard.samples.count == rest.count)
            let likeness = Likeness(of: heard.samples, to: rest)
            #expect(likeness.correlation > 0.995)
            #expect(abs(likeness.level) < 0.5)
        }
    }

    @Test("can be joined at any chunk, and decodes from there without an error: MP3")
    func joinedMP3() throws {
        let all = try chunks(of: programme, as: .mp3)
        for joined in [1, 7, 30, 48] {
            let heard = try decoded(all[joined...], as: .mp3)
            #expect(heard.complaints == "")
            // The first frame lacks its overlap with the previous one.
            let length = all[joined].packetLength
            let first = all[joined].firstPacket * length + length - all[joined].leadIn
            let likeness = Likeness(
                of: heard.samples.dropFirst(2 * length), to: programme.dropFirst(2 * first))
            #expect(likeness.correlation > 0.995)
        }
    }

    @Test("is the same however the samples are split into blocks", arguments: ListenFormat.allCases)
    func cuts(format: ListenFormat) throws {
        let samples = Array(programme.prefix(96_000))
        let expected = try chunks(of: samples, as: format).flatMap(\.packets)
        for length in [1, 441, 960, 10_000] {
            let packets = try chunks(of: samples, as: format, blockLength: length)
                .flatMap(\.packets)
            #expect(FirstDifference(packets, from: expected) == nil)
        }
    }

    @Test("is silent where samples are not numbers", arguments: ListenFormat.allCases)
    func noNumbers(format: ListenFormat) throws {
        let samples: [Float] = (0..<48_000).map { [.nan, .infinity, -.infinity][$0 % 3] }
        let heard = try decoded(chunks(of: samples, as: format), as: format)
        #expect(heard.complaints == "")
        #expect(heard.samples.allSatisfy { abs($0) < 0.001 })
    }

    @Test("of no samples at all has no audible packet", arguments: ListenFormat.allCases)
    func nothing(format: ListenFormat) throws {
        var encoder = try SoundEncoder(format)
        let chunk = try encoder.finish()
        #expect(chunk.packets.isEmpty)
        #expect(chunk.place == .last(padding: 0))
    }

    @Test(
        "has the media type of its format",
        arguments: [(ListenFormat.oggOpus, "audio/ogg; codecs=opus"), (.mp3, "audio/mpeg")])
    func mediaType(format: ListenFormat, type: String) {
        #expect(format.contentType == type)
    }

    @Test("takes about 128 kb/s as Opus and 192 kb/s as MP3")
    func bitRates() throws {
        let random = Signal(samples: programme)
        for (format, rate) in [(ListenFormat.oggOpus, 128_000.0), (.mp3, 192_000)] {
            let size = try bytes(of: chunks(of: random.samples, as: format), as: format).count
            let measured = Double(size * 8) / (Double(random.frameCount) / 48_000)
            #expect((0.6...1.4).contains(measured / rate))
        }
    }
}
