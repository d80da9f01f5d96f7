import FoundationEssentials
import Glibc
import Testing

@testable import Platform

@Suite("A lock on a file")
struct FileLockTests {
    private let folder: String

    init() {
        var name = Array("/tmp/interlude-XXXXXX".utf8CString)
        mkdtemp(&name)
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func removeFolder() {
        // try?: a remaining folder does no harm.
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test("excludes others, also in the same process, until it is released")
    func exclusive() throws {
        defer { removeFolder() }
        let path = "\(folder)/a"
        #expect(try !FileLock.isHeld(path))
        let lock = try #require(try FileLock.acquire(path))
        #expect(try FileLock.acquire(path) == nil)
        #expect(try FileLock.isHeld(path))
        // That took the lock from nobody.
        #expect(try FileLock.acquire(path) == nil)
        let other = try #require(try FileLock.acquire("\(folder)/b"))
        lock.release()
        #expect(try !FileLock.isHeld(path))
        do {
            let next = try FileLock.acquire(path)
            #expect(next != nil)
            withExtendedLifetime(next) {}
        }
        // Its last owner is gone.
        #expect(try FileLock.acquire(path) != nil)
        withExtendedLifetime(other) {}
    }

    @Test("is released by the system when its process is killed, and the contents stay")
    func killed() async throws {
        defer { removeFolder() }
        let path = "/tmp/interlude-lock-\(getpid())"
        await #expect(processExitsWith: .signal(SIGKILL)) {
            guard let lock = try FileLock.acquire("/tmp/interlude-lock-\(getppid())") else {
                exit(1)
            }
            try lock.write("held by another")
            guard try FileLock.isHeld(lock.path) else { exit(2) }
            kill(getpid(), SIGKILL)
        }
        let lock = try #require(try FileLock.acquire(path))
        #expect(try lock.read(atMost: 100) == Array("held by another".utf8))
        lock.remove()
        #expect(access(path, F_OK) != 0)
    }

    @Test("gives the contents of its file, and replaces them as long as it is held")
    func contents() throws {
        defer { removeFolder() }
        let lock = try #require(try FileLock.acquire("\(folder)/a"))
        #expect(try lock.read(atMost: 10) == [])
        try lock.write("something long")
        try lock.write("short")
        #expect(try lock.read(atMost: 100) == Array("short".utf8))
        #expect(try lock.read(atMost: 2) == Array("sh".utf8))
        lock.release()
        try lock.write("late")
        #expect(try lock.read(atMost: 100) == nil)
        let next = try #require(try FileLock.acquire("\(folder)/a"))
        #expect(try next.read(atMost: 100) == Array("short".utf8))
    }

    @Test("is removed with its file only while it is held, and knows whether its file has a name")
    func removal() throws {
        defer { removeFolder() }
        let path = "\(folder)/a"
        let lock = try #require(try FileLock.acquire(path))
        #expect(lock.hasName)
        lock.release()
        #expect(!lock.hasName)
        lock.remove()
        #expect(access(path, F_OK) == 0)
        let other = try #require(try FileLock.acquire(path))
        unlink(path)
        #expect(!other.hasName)
        let next = try #require(try FileLock.acquire(path))
        next.remove()
        #expect(access(path, F_OK) != 0)
        #expect(try !FileLock.isHeld(path))
    }

    @Test("is inherited by no other program")
    func inheritance() throws {
        defer { removeFolder() }
        let lock = try #require(try FileLock.acquire("\(folder)/a"))
        let entries = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let own = entries.compactMap { CInt($0) }.filter { number in
            // try?: another thread may have closed it.
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/\(number)")
            return target == lock.path
        }
        #expect(own.count == 1)
        for number in own { #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0) }
    }

    @Test("tells in one line which file cannot be locked, and what to try")
    func refused() throws {
        defer { removeFolder() }
        let absent = #expect(throws: FileLockFailure.self) {
            _ = try FileLock.acquire("\(folder)/absent/a")
        }
        #expect(
            absent?.description
                == "\(folder)/absent/a: cannot be opened for its lock: No such file or directory; "
                + "choose a folder that can be written")
        // Another program may have made a link, so that this one writes elsewhere.
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/link", withDestinationPath: "\(folder)/target")
        #expect(throws: FileLockFailure("\(folder)/link", .open, SystemError(code: ELOOP))) {
            _ = try FileLock.acquire("\(folder)/link")
        }
        #expect(throws: FileLockFailure("\(folder)/link", .open, SystemError(code: ELOOP))) {
            _ = try FileLock.isHeld("\(folder)/link")
        }
        #expect(
            FileLockFailure("/mnt/a", .lock, SystemError(code: ENOLCK)).description
                == "/mnt/a: cannot be locked: No locks available; choose a folder on a file system "
                + "with locks")
    }
}
