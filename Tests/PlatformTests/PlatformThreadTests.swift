import Foundation
import Synchronization
import Testing

@testable import Platform

@Suite("A thread of its own")
struct PlatformThreadTests {
    @Test(
        "has the beginning of its name where the system shows it",
        arguments: [
            ("a", "a"), ("fifteen letters", "fifteen letters"),
            ("sixteen letters!", "sixteen letters"),
        ])
    func name(given: String, shown: String) throws {
        let found = Found<String>()
        try PlatformThread.start(named: given) {
            // try?: an unreadable file is not the name.
            let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            found.give(name ?? "")
        }
        #expect(found.wait() == "\(shown)\n")
    }

    @Test("that the system does not start is an error, and its work is not done")
    func failure() throws {
        let released = Mutex(0)
        let failure = try #require(throws: ThreadFailure.self) {
            let token = Token { released.withLock { $0 += 1 } }
            // More than the address space.
            try PlatformThread.start(named: "too large", stackSize: 1 << 60) { [token] in
                Issue.record("\(token) ran")
            }
        }
        #expect(released.withLock { $0 } == 1)
        #expect([EAGAIN, ENOMEM].contains(failure.reason.code))
        #expect(failure.description.contains("\(failure.reason)"))
        #expect(failure.description.contains("ulimit -u"))
    }

    @Test("is awaited by nobody, so the system keeps nothing of it")
    func detached() throws {
        let found = Found<pthread_t>()
        let isOver = DispatchSemaphore(value: 0)
        try PlatformThread.start(named: "detached") {
            found.give(pthread_self())
            isOver.wait()
        }
        #expect(pthread_detach(found.wait()) == EINVAL)
        isOver.signal()
    }

    @Test("has room for more objects once those before are not needed any more")
    func room() {
        for _ in 0..<2000 {
            let local = ThreadLocal<Token>()
            #expect(local.value == nil)
        }
    }

    @Test("has an object of its own, which is released when the thread ends")
    func ownObject() throws {
        let own = Self.own
        let first = Token()
        own.value = first
        defer { own.value = nil }
        #expect(own.value === first)
        let found = Found<Bool>()
        let released = Found<Bool>()
        try PlatformThread.start(named: "other") {
            let wasEmpty = own.value == nil
            own.value = Token()
            own.value = Token { released.give(true) }
            found.give(wasEmpty)
        }
        #expect(found.wait())
        #expect(released.wait())
        #expect(own.value === first)
    }

    @Test("releases its object when another replaces it, or none does", arguments: [true, false])
    func replacement(hasSuccessor: Bool) {
        let own = Self.own
        defer { own.value = nil }
        let released = Mutex(false)
        own.value = Token { released.withLock { $0 = true } }
        #expect(!released.withLock { $0 })
        own.value = hasSuccessor ? Token() : nil
        #expect(released.withLock { $0 })
    }

    private static let own = ThreadLocal<Token>()

    private final class Token: Sendable {
        private let whenReleased: @Sendable () -> Void

        init(whenReleased: @escaping @Sendable () -> Void = {}) {
            self.whenReleased = whenReleased
        }

        deinit { whenReleased() }
    }
}
