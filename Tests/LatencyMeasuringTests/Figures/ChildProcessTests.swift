import Glibc
import TestFiles
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
            #expect(ChildProcess.running.withLock { $0.contains(pid) })
        }
        #expect(kill(pid, 0) == -1)
    }

    @Test("is one of the processes to kill until it was seen to end")
    func listed() throws {
        var ending = try ChildProcess("/bin/true", [], environment: [:])
        #expect(ChildProcess.running.withLock { $0.contains(ending.pid) })
        _ = ending.waitForEnd()
        #expect(ChildProcess.running.withLock { !$0.contains(ending.pid) })
        let pid: pid_t
        do {
            let left = try ChildProcess("/bin/sleep", ["100"], environment: [:])
            pid = left.pid
        }
        #expect(ChildProcess.running.withLock { !$0.contains(pid) })
    }

    @Test("is asked to end, and waited for, even if the thread that starts it blocks signals")
    func asked() throws {
        let script = "trap 'exit 0' TERM; touch \"$READY\"; while :; do sleep 0.01; done"
        let folder = try TemporaryFolder()
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var process = try ChildProcess(
            "/bin/sh", ["-c", script], environment: ["READY": folder.file("ready")])
        while access(folder.file("ready"), F_OK) != 0 {}
        let hasDoneIt = process.end()
        #expect(hasDoneIt)
    }

    @Test("that cannot be started is named")
    func missing() {
        let error = #expect(throws: MeasurementError.self) {
            _ = try ChildProcess("/nowhere/player", [], environment: [:])
        }
        #expect(
            error
                == MeasurementError(
                    .defect, "/nowhere/player: cannot start: No such file or directory"))
    }

    @Test("is waited for without using the processor")
    func idle() throws {
        var process = try ChildProcess("/bin/sleep", ["0.5"], environment: [:])
        let before = Self.processorTime()
        let hasDoneIt = process.waitForEnd()
        #expect(hasDoneIt)
        #expect(Self.processorTime() - before < 0.1)
    }

    /// The seconds of processor time that this thread has used.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
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
