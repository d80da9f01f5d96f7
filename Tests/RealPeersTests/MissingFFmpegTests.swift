import TestFiles
import TestServers
import Testing

/// The built command on a machine without FFmpeg, or with only a part of it.
@Suite("Without FFmpeg")
struct MissingFFmpegTests {
    @Test(
        "playing says in one line what is missing and what installs it",
        arguments: ["avutil", "swresample", "avcodec", "avformat"])
    func play(library: String) throws {
        let arguments = ["play", Peers.sample("spots/ferry.mp3"), "--clock", "virtual"]
        let run = try run(arguments + ["--sink", "null"], without: [library])
        #expect(run.status == 69)
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(run.errors.hasPrefix("interlude: FFmpeg cannot be loaded"), "\(run.errors)")
        #expect(run.errors.contains("lib\(library).so."), "\(run.errors)")
        #expect(run.errors.contains("apt-get install lib\(library)"), "\(run.errors)")
    }

    @Test(
        "commands that decode nothing work",
        arguments: [["--version"], ["play", "--help"], ["ctl", "--help"]])
    func others(arguments: [String]) throws {
        let run = try run(arguments, without: ["avutil", "swresample", "avcodec", "avformat"])
        #expect(run.status == 0)
        #expect(!run.output.isEmpty)
        #expect(run.errors.isEmpty, "\(run.errors)")
    }

    /// Runs the command with invalid library files found before FFmpeg's, whatever its version is.
    private func run(_ arguments: [String], without libraries: [String]) throws -> Command {
        let folder = try TemporaryFolder()
        for library in libraries {
            for version in 1..<100 { try folder.write([], to: "lib\(library).so.\(version)") }
        }
        return try Command(
            [Player.executable] + arguments,
            environment: ["LD_LIBRARY_PATH": folder.path, "XDG_RUNTIME_DIR": folder.path])
    }
}
