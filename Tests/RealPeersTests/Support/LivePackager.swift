import TestFiles
import TestServers

/// `ffmpeg` as the packager of a live HLS stream: it writes segments and the playlist into a folder,
/// in real time.
final class LivePackager: Sendable {
    enum Form: String, CaseIterable, Sendable {
        case ts
        case fmp4
        case aac
        case mp3
    }

    static let segmentSeconds = 2

    private let process: ServerProcess
    private let log = ProcessOutput()

    /// Begins to write `FORM.m3u8`, and returns once it has the segments that a player holds back.
    /// Blocks.
    init(_ form: Form, of programme: String, into folder: TemporaryFolder) throws {
        let name = form.rawValue
        let seconds = "\(Self.segmentSeconds)"
        let list = folder.file("\(name).m3u8")
        let segments = folder.file("\(name)-%d.\(name == "fmp4" ? "m4s" : name)")
        let hls = [
            "-f", "hls", "-hls_time", seconds, "-hls_list_size", "8",
            "-hls_flags", "delete_segments", "-hls_segment_filename", segments,
        ]
        // The muxer of HLS writes no packed audio.
        let packed = [
            "-f", "segment", "-segment_time", seconds, "-segment_list", list,
            "-segment_list_size", "8", "-segment_list_flags", "+live",
        ]
        let output: [String] =
            switch form {
            case .ts: ["-c:a", "aac"] + hls + [list]
            case .fmp4:
                ["-c:a", "aac"] + hls
                    + ["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4", list]
            case .aac: ["-c:a", "aac"] + packed + ["-segment_format", "adts", segments]
            case .mp3:
                ["-c:a", "libmp3lame"] + packed + [
                    "-segment_format", "mp3", "-segment_format_options",
                    "write_xing=0:id3v2_version=0", segments,
                ]
            }
        process = ServerProcess(
            // Audio before time 0 is sent at once.
            arguments: [
                "ffmpeg", "-v", "info", "-nostdin", "-nostats", "-readrate", "1", "-stream_loop",
                "-1",
                "-itsoffset", "-12", "-i", programme, "-map", "0:a", "-map_metadata", "-1", "-b:a",
                "96k", "-avoid_negative_ts", "make_zero",
            ] + output)
        try process.start(errors: log)
        guard log.waitForLine(holding: "Opening '\(segments.replacing("%d", with: "6"))'", after: 0)
        else {
            throw ServerProcess.Failure.notReady(process.name, said: log.text)
        }
    }

    deinit { process.stop() }
}
