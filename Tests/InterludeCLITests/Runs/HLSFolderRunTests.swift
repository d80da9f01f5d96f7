import Foundation
import HLSPlaylists
import MediaTime
import TestFiles
import TestServers
import TestSignals
import Testing

/// Runs of the built command in virtual time, with a folder as the output.
@Suite("A stream in a folder", .timeLimit(.minutes(4)))
struct HLSFolderRunTests {
    private let command: BuiltCommand

    init() throws {
        command = try BuiltCommand()
    }

    @Test(
        "has every sample of programme and spot where the log has it, and the break at its frame",
        arguments: ["form=fmp4", "form=aac", "form=fmp4&part=500ms"])
    func exact(settings: String) throws {
        let source = try sound("show.wav", seconds: 12, from: 200, by: 90)
        let spot = try sound("tea.wav", seconds: 3, from: 2_000, by: -300)
        let folder = command.folder.file("live")
        let session = ["--duration", "10s", "--push", "4s=\(spot)", "--events", "-"]
        let play = ["play", source, "--clock", "virtual"] + session
        let hls = try command.run(
            play + ["--sink", "hls:\(folder)?segment=2s&segments=20&\(settings)"])
        #expect(hls.status == 0, "\(hls.errors)")
        // The same session, sample by sample.
        let mix = command.folder.file("mix.wav")
        let exact = try command.run(play + ["--sink", "wav:\(mix)"])
        let log = { (text: String) in text.split(separator: "\n").dropFirst() }
        #expect(log(hls.output) == log(exact.output))

        let list = try playlist(in: folder)
        #expect(list.hasEnded)
        #expect(list.segments.count >= 5)
        #expect(list.segments.allSatisfy { !$0.isDiscontinuous && !$0.isGap })
        var bytes: [UInt8] = []
        for name in [list.segments[0].map?.uri].compactMap({ $0 }) + list.segments.map(\.uri) {
            bytes += try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        }
        let isMP4 = !settings.contains("aac")
        let heard = try FFmpegDecoding(of: bytes, as: isMP4 ? "mp4" : "aac").samples
            .dropFirst(2 * 1024)
        let expected = try WAVFile(path: mix).floats
        #expect(heard.count >= expected.count)
        // A sample of shift in any half second lowers the likeness of the chirps.
        for start in stride(from: 48_000, to: expected.count - 48_000, by: 48_000) {
            let window = expected[start..<start + 48_000]
            let likeness = [-1, 0, 1].map { shift in
                Likeness(of: heard.dropFirst(start + 2 * shift), to: window).correlation
            }
            #expect(likeness[1] > 0.98)
            #expect(likeness[1] > likeness[0] && likeness[1] > likeness[2])
        }

        let started = try #require(frame(of: "break.started", in: hls.output))
        let ended = try #require(frame(of: "break.ended", in: hls.output))
        let range = try #require(list.dateRanges.first)
        // Dates begin with 1970 in virtual time, and are exact to the microsecond.
        #expect(range.start?.text == Self.date(ofFrame: started))
        let length = try #require(range.settledDuration)
        #expect(abs(length.inSeconds - Double(ended - started) / 48_000) < 0.000_002)
        #expect(list.dateRanges.count == 1)
    }

    private static func date(ofFrame frame: Int) -> String {
        let microseconds = frame % 48_000 * 1_000_000 / 48_000
        return "1970-01-01T00:00:"
            + String(format: "%02d.%06dZ", frame / 48_000, microseconds)
    }

    private func frame(of event: String, in log: String) -> Int? {
        for line in log.split(separator: "\n") where line.contains("\"event\":\"\(event)\"") {
            let rest = line.split(separator: "\"frame\":", maxSplits: 1).last ?? ""
            return Int(rest.prefix { $0.isNumber })
        }
        return nil
    }

    private func playlist(in folder: String) throws -> MediaPlaylist {
        let bytes = try Data(contentsOf: URL(filePath: "\(folder)/live.m3u8"))
        guard case .media(let list) = try HLSPlaylist(parsing: Array(bytes)) else {
            throw WAVFile.Failure.notWAV
        }
        return list
    }

    /// Writes a chirp in stereo from a frequency in Hz on, which changes by some Hz a second.
    private func sound(
        _ name: String, seconds: Int, from frequency: Double, by change: Double
    ) throws -> String {
        var samples = Data()
        for frame in 0..<seconds * 48_000 {
            let time = Double(frame) / 48_000
            let phase = 2 * .pi * (frequency * time + change / 2 * time * time)
            for sample in [
                Int16(saturating: 12_000 * sin(phase)), Int16(saturating: 9_000 * cos(phase)),
            ] {
                samples += Self.littleEndian(sample)
            }
        }
        let size = UInt32(samples.count)
        let header =
            Array("RIFF".utf8) + Self.littleEndian(size + 36) + Array("WAVEfmt ".utf8)
            + Self.littleEndian(UInt32(16)) + Self.littleEndian(UInt16(1))
            + Self.littleEndian(UInt16(2)) + Self.littleEndian(UInt32(48_000))
            + Self.littleEndian(UInt32(192_000)) + Self.littleEndian(UInt16(4))
            + Self.littleEndian(UInt16(16)) + Array("data".utf8) + Self.littleEndian(size)
        return try command.folder.write(header + Array(samples), to: name)
    }

    private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
