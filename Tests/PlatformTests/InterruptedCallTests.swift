import Foundation
import Glibc
import Platform
import Synchronization
import Testing

/// How many signals were handled.
private let handledCount = Atomic<Int>(0)

@Suite("A call that a signal interrupts", .serialized)
struct InterruptedCallTests {
    @Test("to read waits again for the bytes")
    func reading() throws {
        let pipe = try Pipe()
        let found = try Self.interrupt { [output = pipe.output.number] () throws(SystemError) in
            try Descriptor.read(from: output, atMost: 4)
        } beforeEnding: {
            try Descriptor.write("a", to: pipe.input.number)
        }
        #expect(found == .success([UInt8(ascii: "a")]))
    }

    @Test("to write waits again for the room")
    func writing() throws {
        let pipe = try Pipe()
        let filling = try pipe.fill()
        let found = try Self.interrupt { [input = pipe.input.number] () throws(SystemError) in
            try Descriptor.write("bc", to: input)
            return [UInt8]()
        } beforeEnding: {
            _ = try Descriptor.read(from: pipe.output.number, atMost: filling)
        }
        #expect(found == .success([]))
        try #require(fcntl(pipe.output.number, F_SETFL, O_RDONLY | O_NONBLOCK) == 0)
        #expect(try Descriptor.read(from: pipe.output.number, atMost: 4) == Array("bc".utf8))
    }

    /// Sends a signal to a thread that is blocked in `call`, and waits until it was handled.
    ///
    /// Then calls `end`, with which `call` can return, and returns its result.
    private static func interrupt(
        _ call: @escaping @Sendable () throws(SystemError) -> [UInt8],
        beforeEnding end: () throws -> Void
    ) throws -> Result<[UInt8], SystemError> {
        let before = handledCount.load(ordering: .relaxed)
        // Without SA_RESTART, which would let the system call continue by itself.
        var action = sigaction()
        var former = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            handledCount.add(1, ordering: .relaxed)
        }
        try #require(sigaction(SIGUSR2, &action, &former) == 0)
        defer { sigaction(SIGUSR2, &former, nil) }

        let thread = Found<(id: pthread_t, folder: String)>()
        let result = Found<Result<[UInt8], SystemError>>()
        try PlatformThread.start(named: "interrupted") {
            // A thread inherits the signal mask of the one that starts it, which may block them all.
            var unblocked = sigset_t()
            sigemptyset(&unblocked)
            sigaddset(&unblocked, SIGUSR2)
            pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
            // try?: without its folder, the test fails where the folder is read.
            let folder = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/thread-self")
            thread.give((pthread_self(), folder ?? ""))
            do throws(SystemError) {
                result.give(.success(try call()))
            } catch {
                result.give(.failure(error))
            }
        }
        let (id, folder) = thread.wait()
        while try !String(contentsOfFile: "/proc/\(folder)/status", encoding: .utf8)
            .contains("State:\tS")
        {
            sched_yield()
        }
        pthread_kill(id, SIGUSR2)
        while handledCount.load(ordering: .relaxed) == before { sched_yield() }
        try end()
        return result.wait()
    }

    private struct Pipe: ~Copyable {
        let output: OwnedDescriptor
        let input: OwnedDescriptor

        init() throws {
            var ends: [CInt] = [-1, -1]
            try #require(pipe(&ends) == 0)
            output = OwnedDescriptor(ends[0])!
            input = OwnedDescriptor(ends[1])!
        }

        /// Writes until nothing more fits. Returns the number of bytes.
        func fill() throws -> Int {
            try #require(fcntl(input.number, F_SETFL, O_WRONLY | O_NONBLOCK) == 0)
            var count = 0
            while Glibc.write(input.number, "a", 1) == 1 { count += 1 }
            try #require(fcntl(input.number, F_SETFL, O_WRONLY) == 0)
            return count
        }
    }
}
