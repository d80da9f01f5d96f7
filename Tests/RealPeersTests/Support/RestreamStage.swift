import Foundation
import TestFiles
import TestServers

/// An Icecast for a player that restreams to it, and listeners there.
struct RestreamStage {
    let folder: TemporaryFolder
    let icecast: PrivateIcecast

    /// How many frames the numbers of frames count.
    static let period = 30_000
    /// The right samples of sounds that number their frames.
    static let programmeMark: Int16 = 8192
    static let spotMark: Int16 = -16_384

    /// Blocks until the server runs. A listener gets all of the past.
    init() throws {
        folder = try TemporaryFolder()
        icecast = try PrivateIcecast(burstByteCount: 2 << 20)
    }

    /// A sample of a tone of 1 kHz that begins at once.
    static func tone(_ frame: Int) -> Int16 {
        Int16(16_384 * cos(2 * Double.pi * Double(frame) / 48))
    }

    /// Writes a stereo sound of 16 bits into a file, and returns its path. Blocks.
    func sound(
        _ name: String, frameCount: Int, _ frame: (Int) -> (Int16, Int16)
    ) throws -> String {
        let samples = (0..<frameCount).flatMap { index in
            let (left, right) = frame(index)
            return [left.littleEndian, right.littleEndian]
        }
        let raw = try folder.write(samples.withUnsafeBytes { Array($0) }, to: "\(name).raw")
        let file = folder.file("\(name).flac")
        try Command([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "s16le", "-ar", "48000", "-ac", "2",
            "-i", raw, "-c:a", "flac", file,
        ]).successful()
        return file
    }

    /// Plays to a mount for `duration`; until it is interrupted with `nil`.
    func play(
        _ source: String, to mount: String, _ arguments: [String], duration: String? = "5s"
    ) throws -> Player {
        try Player(
            source,
            ["--sink", "icecast:\(icecast.sourceAddress(of: mount))", "--match-loudness", "off"]
                + (duration.map { ["--duration", $0] } ?? []) + arguments,
            with: [:])
    }

    /// A listener that gets a mount until it ends, into a file of the folder.
    func listen(to mount: String, _ options: String...) -> ServerProcess {
        let file = folder.file(options.isEmpty ? mount : "\(mount).titled")
        return ServerProcess(
            arguments: ["curl", "--silent", "--max-time", "30", "--output", file] + options + [
                icecast.address(of: mount)
            ])
    }

    /// What a listener gets of a mount until it ends. Blocks.
    func fetch(_ mount: String) throws -> [UInt8] {
        let listener = listen(to: mount)
        try listener.start()
        _ = listener.wait(atMost: .seconds(40))
        return try bytes(from: mount)
    }

    /// What a listener that has ended got of a mount.
    func bytes(from mount: String, titled: Bool = false) throws -> [UInt8] {
        let file = folder.file(titled ? "\(mount).titled" : mount)
        return Array(try Data(contentsOf: URL(filePath: file)))
    }

    /// The ICY titles in a stream with such.
    static func titles(in bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
        return text.matches(of: /StreamTitle='(.*?)';/).map { String($0.1) }
    }
}
