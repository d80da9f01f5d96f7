import Glibc
import Testing

@testable import InterludeCLI

@Suite("A process that is measured")
struct ChildProcessTests {
    @Test("says whether it did what it was asked", arguments: [("true", true), ("false", false)])
    func ending(name: String, expected: Bool) throws {
        var process = try ChildProcess("/bin/\(name)", [], environment: [:])
        let hasDoneIt = process.waitForEnd()
        #expect(hasDoneIt == expected)
    }

    @Test("is not waited for without end, and is gone with its owner")
    func hanging() throws {
        let pid: pid_t
        do {
            var process = try ChildProcess("/bin/sleep", ["100"], environment: [:])
            pid = process.pid
            let hasEnded = process.waitForEnd(within: .milliseconds(20))
            #expect(!hasEnded)
            #expect(kill(pid, 0) == 0)
        }
        #expect(kill(pid, 0) == -1)
    }
}
