import Foundation
import TestServers

/// What FFmpeg's commands say of audio.
enum FFmpeg {
    /// What `ffmpeg` complains of while it decodes the first `seconds` of what stands at `address`.
    static func complaints(decoding address: String, seconds: Int) async throws -> String {
        try await onThread {
            try Command([
                "ffmpeg", "-nostdin", "-v", "warning", "-i", address, "-t", "\(seconds)",
                "-f", "null", "-",
            ]).successful().errors
        }
    }

    /// How many packets `ffprobe` finds in a file's audio.
    static func packetCount(of path: String) async throws -> Int? {
        let output = try await onThread {
            try Command([
                "ffprobe", "-v", "error", "-count_packets", "-show_entries",
                "stream=nb_read_packets", "-of", "csv=p=0", path,
            ]).successful().output
        }
        return Int(output.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
