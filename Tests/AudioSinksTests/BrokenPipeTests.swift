import Glibc
import Testing

@testable import AudioSinks

@Suite("Writing to a connection that the other end has closed")
struct BrokenPipeTests {
    /// Writes to a pipe that nobody reads, and returns the error.
    private static func writeToClosedPipe() -> CInt {
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        close(ends[0])
        defer { close(ends[1]) }
        return write(ends[1], "x", 1) < 0 ? errno : 0
    }

    @Test("is an error on any thread, and leaves nothing behind")
    func harmless() {
        // Twice: the first one leaves the thread as it was.
        for _ in 0..<2 {
            #expect(BrokenPipes.blocked { Self.writeToClosedPipe() } == EPIPE)
            #expect(!BrokenPipes.isPending)
        }
    }
}
