import FFmpegCalls
import Foundation
import Testing

@Suite("FFmpeg's libraries")
struct FFmpegLibrariesTests {
    /// Whether this process has loaded them.
    private static var areLoaded: Bool {
        get throws {
            let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
            return maps.contains("/libavcodec.so")
        }
    }

    @Test("are loaded when they are needed")
    func load() async {
        await #expect(processExitsWith: .success) {
            let wereLoaded = try Self.areLoaded
            precondition(!wereLoaded)
            try FFmpegLibraries.load()
            let areLoaded = try Self.areLoaded
            precondition(areLoaded)
            try FFmpegLibraries.load()
        }
    }

    @Test("may be loaded before, on another thread")
    func early() async {
        await #expect(processExitsWith: .success) {
            FFmpegLibraries.beginLoading()
            while try !Self.areLoaded {}
            FFmpegLibraries.finishLoading()
        }
    }

    @Test("are complete after an early start is finished")
    func finish() async {
        await #expect(processExitsWith: .success) {
            FFmpegLibraries.beginLoading()
            FFmpegLibraries.finishLoading()
            let areLoaded = try Self.areLoaded
            precondition(areLoaded)
        }
    }

    @Test("are not loaded to end a process that needs none")
    func unneeded() async {
        await #expect(processExitsWith: .success) {
            FFmpegLibraries.finishLoading()
            let areLoaded = try Self.areLoaded
            precondition(!areLoaded)
        }
    }
}
