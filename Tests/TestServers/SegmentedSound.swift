import Foundation
import TestFiles

/// A chirp that differs left and right, cut into segments of HLS by the `ffmpeg` command.
package struct SegmentedSound: Sendable {
    /// The form of the segments.
    package enum Form: String, Sendable, CaseIterable {
        case mpegTS
        case fragmentedMP4
        case packedAAC
        case packedMP3

        fileprivate var arguments: [String] {
            switch self {
            case .mpegTS: ["-c:a", "aac", "-f", "segment", "-segment_format", "mpegts"]
            case .fragmentedMP4:
                ["-c:a", "aac", "-f", "hls", "-hls_segment_type", "fmp4", "-hls_list_size", "0"]
            case .packedAAC: ["-c:a", "aac", "-f", "segment", "-segment_format", "adts"]
            case .packedMP3:
                [
                    "-c:a", "libmp3lame", "-f", "segment", "-segment_format", "mp3",
                    "-segment_format_options", "write_xing=0:id3v2_version=0",
                ]
            }
        }
    }

    package let form: Form
    /// What a decoder needs before the segments; `nil` if there is nothing.
    package let map: [UInt8]?
    package var segments: [[UInt8]]
    package let length: Duration

    /// `count` segments of about `length` each. `arguments` go to the encoder.
    package init(
        _ form: Form, count: Int, length: Duration = .seconds(1), arguments: [String] = []
    ) throws {
        self.form = form
        self.length = length
        let folder = try TemporaryFolder()
        let seconds = length / .seconds(1)
        let sound =
            "aevalsrc=sin(2*PI*(200*t+90*t*t))/2|sin(2*PI*(300*t+70*t*t))/3:s=48000:"
            + "d=\(Double(count) * seconds - 0.1)"
        let isHLS = form == .fragmentedMP4
        try Command(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", sound, "-map", "0:a"]
                + form.arguments
                + arguments
                + [
                    isHLS ? "-hls_time" : "-segment_time", "\(seconds)",
                    folder.file(isHLS ? "list.m3u8" : "list%d"),
                ]
        ).successful()
        let bytes = { try [UInt8](Data(contentsOf: URL(filePath: folder.file($0)))) }
        map = isHLS ? try bytes("init.mp4") : nil
        var segments: [[UInt8]] = []
        let suffix = isHLS ? ".m4s" : ""
        while FileManager.default.fileExists(atPath: folder.file("list\(segments.count)\(suffix)"))
        {
            segments.append(try bytes("list\(segments.count)\(suffix)"))
        }
        self.segments = segments
    }

    /// All bytes, as a decoder reads them.
    package var bytes: [UInt8] { (map ?? []) + segments.joined() }

    /// A media playlist of the segments with these indices, without its end. `before` gives lines
    /// to be put before a segment.
    package func playlist(
        _ range: Range<Int>, header: [String] = [], before: (Int) -> [String] = { _ in [] }
    ) -> String {
        let seconds = length / .seconds(1)
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(Int(seconds.rounded(.up)))",
            "#EXT-X-MEDIA-SEQUENCE:\(range.lowerBound)",
        ]
        lines += header
        if map != nil { lines.append("#EXT-X-MAP:URI=\"init\"") }
        for index in range {
            lines += before(index) + ["#EXTINF:\(seconds),", "\(index)"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The time of the first sample of a segment of packed audio, as an ID3 tag before it.
    private func timestampTag(_ index: Int) -> [UInt8] {
        guard form == .packedAAC || form == .packedMP3 else { return [] }
        let ticks = UInt64((length / .seconds(1)) * 90_000 * Double(index))
        let content =
            Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
            + (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * $0)) }
        let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }

    /// The segment at the path `/INDEX`, or the map at `/init`; `nil` for another path.
    package func resource(at path: String) -> [UInt8]? {
        let name = path.dropFirst().prefix { $0 != "?" }
        if name == "init" { return map }
        return Int(name).flatMap {
            segments.indices.contains($0) ? timestampTag($0) + segments[$0] : nil
        }
    }
}
