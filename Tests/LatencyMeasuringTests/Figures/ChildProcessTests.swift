import Glibc
import Testing

@testable import LatencyMeasuring

@Suite("A measured process")
struct ChildProcessTests {
    @Test("reports whether it succeeded", arguments: [("true", true), ("false", false)])
    func ending(name: String, expected: Bool) throws {
        var process = try ChildProcess("/bin/\(name)", [], environment: [:])
        let hasDoneIt = process.waitForEnd()
        #expect(hasDoneIt == expected)
    }

    @Test("has failed if nobody can tell how it ended")
    func unknownEnd() async {
        await #expect(processExitsWith: .success) {
            // The system then discards the status of a child.
            signal(SIGCHLD, SIG_IGN)
            var process = try ChildProcess("/bin/true", [], environment: [:])
            let hasDoneIt = process.waitForEnd()
            precondition(!hasDoneIt)
        }
    }

    @Test("is not waited for beyond a limit, and ends with its owner")
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

    @Test("ends at once when all are killed")
    func killed() async {
        await #expect(processExitsWith: .success) {
            var first = try ChildProcess("/bin/sleep", ["100"], environment: [:])
            var second = try ChildProcess("/bin/sleep", ["100"], environment: [:])
            ChildProcess.killAll()
            let haveDoneIt = [first.waitForEnd(), second.waitForEnd()]
            precondition(haveDoneIt == [false, false])
            // They have ended before the time limit.
            precondition(kill(first.pid, 0) == -1 && kill(second.pid, 0) == -1)
        }
    }
}
