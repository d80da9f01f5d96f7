import Foundation

/// Makes inputs with the `ffmpeg` command.
enum EncodedSound {
    /// A chirp that differs left and right, encoded as `arguments` say, in a file named like `name`.
    static func chirp(
        _ arguments: [String], to name: String, rate: Int, seconds: Int
    ) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "playout-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { print("\(error)") }
        }
        let output = folder.appending(path: name)
        let chirp = "sin(2*PI*(200*t+300*t*t))/2|sin(2*PI*(300*t+400*t*t))/3"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments =
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(chirp):s=\(rate)",
                "-af",
                "atrim=end_sample=\(rate * seconds)",
            ] + arguments + [output.path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        return try [UInt8](Data(contentsOf: output))
    }
}
