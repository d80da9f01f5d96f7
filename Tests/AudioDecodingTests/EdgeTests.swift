import MediaTime
import PCMAudio
import StreamFetching
import TestSignals
import Testing

@testable import AudioDecoding

@Suite("Edges within a stream")
struct EdgeTests {
    static let frequency = 440.0

    /// A link of a stream: a tone that does not continue the phase of the last one.
    struct Link: Sendable {
        let name: String
        var arguments: [String]
        var rate = 48_000
        var phase = 0.0
        /// Frames left out at the beginning and at the end, as in a recorded part of a live stream.
        var cut = (start: 0, end: 0)

        func encoded() throws -> [UInt8] {
            let tone = "0.5*sin(2*PI*\(frequency)*t+\(phase))"
            let bytes = try Samples.encoded(
                arguments, to: name, rate: rate, count: rate, expression: "\(tone)|\(tone)")
            guard cut.end > 0 else { return bytes }
            var frames: [ArraySlice<UInt8>] = []
            var rest = bytes[...]
            while let header = FrameHeader(rest), header.size <= rest.count {
                frames.append(rest.prefix(header.size))
                rest = rest.dropFirst(header.size)
            }
            return Array(frames.dropFirst(cut.start).dropLast(cut.end).joined())
        }
    }

    struct Scenario: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let links: [Link]
        /// The limit for the loudest click.
        let limit: Double
    }

    private static let ogg = ["-f", "ogg"]
    private static let tagged = ["-id3v2_version", "0", "-b:a", "256k"]
    private static let raw = ["-write_xing", "0", "-id3v2_version", "0", "-b:a", "256k"]

    static let scenarios = [
        Scenario(
            testDescription: "FLAC that changes its rate",
            links: [
                Link(name: "a.ogg", arguments: ["-c:a", "flac"] + ogg, rate: 44_100),
                Link(name: "b.ogg", arguments: ["-c:a", "flac"] + ogg, phase: 1.5),
            ], limit: -70),
        Scenario(
            testDescription: "Vorbis that changes its rate",
            links: [
                Link(
                    name: "a.ogg", arguments: ["-c:a", "libvorbis", "-q", "8"] + ogg, rate: 44_100),
                Link(name: "b.ogg", arguments: ["-c:a", "libvorbis", "-q", "8"] + ogg, phase: 1.5),
            ], limit: -70),
        Scenario(
            testDescription: "Opus that changes its channels",
            links: [
                Link(name: "a.ogg", arguments: ["-c:a", "libopus", "-b:a", "256k"] + ogg),
                Link(
                    name: "b.ogg",
                    arguments: ["-c:a", "libopus", "-b:a", "128k", "-ac", "1"] + ogg,
                    phase: 1.5),
            ], limit: -70),
        Scenario(
            testDescription: "Vorbis that becomes Opus",
            links: [
                Link(name: "a.ogg", arguments: ["-c:a", "libvorbis", "-q", "8"] + ogg),
                Link(
                    name: "b.ogg", arguments: ["-c:a", "libopus", "-b:a", "256k"] + ogg, phase: 1.5),
            ], limit: -70),
        Scenario(
            testDescription: "ADTS that changes its rate and channels",
            links: [
                Link(
                    name: "a.aac", arguments: ["-c:a", "aac", "-b:a", "256k"], rate: 44_100,
                    cut: (4, 4)),
                Link(
                    name: "b.aac", arguments: ["-c:a", "aac", "-b:a", "128k", "-ac", "1"],
                    phase: 1.5, cut: (4, 4)),
            ], limit: -70),
        Scenario(
            testDescription: "an MP3 with a Xing header that becomes another",
            links: [
                Link(
                    name: "a.mp3", arguments: ["-c:a", "libmp3lame"] + tagged, rate: 44_100,
                    cut: (0, 4)),
                Link(
                    name: "b.mp3", arguments: ["-c:a", "libmp3lame"] + raw, phase: 1.5, cut: (4, 4)),
            ], limit: -70),
        Scenario(
            testDescription: "an MP3 with a Xing header before one of the same rate",
            links: [
                Link(name: "a.mp3", arguments: ["-c:a", "libmp3lame"] + tagged),
                Link(
                    name: "b.mp3", arguments: ["-c:a", "libmp3lame"] + raw, phase: 1.5, cut: (4, 4)),
            ], limit: -70),
    ]

    @Test("make no clicks", arguments: scenarios)
    func formats(scenario: Scenario) throws {
        let parts = try scenario.links.map { try $0.encoded() }
        // A codec's effects at its own beginning and end are ignored.
        let connection = TricklingReader(Array(parts.joined()), step: 1400)
        let frames = try SpotDecoder(reading: connection, limit: .seconds(60)).decode().samples
        let signal = Signal(samples: Array(frames.dropFirst(2 * 4800).dropLast(2 * 4800)))
        let click = signal.loudestClick(inToneOf: Self.frequency)
        #expect(click < scenario.limit, "\(click) dB")
    }

    @Test("are ramps around a packet that is damaged")
    func damage() throws {
        let bytes = try Link(name: "a.flac", arguments: ["-c:a", "flac"], rate: 44_100).encoded()
        var damaged = bytes
        for index in 0..<40 { damaged[bytes.count / 2 + index] ^= 0x5a }
        let spot = try decode(damaged)
        #expect(spot.figures.concealed > 0)
        let signal = Signal(samples: spot.samples)
        let click = Signal(samples: Array(signal.samples.dropFirst(200).dropLast(200)))
            .loudestClick(inToneOf: Self.frequency)
        #expect(click < -60, "\(click) dB")
    }
}
