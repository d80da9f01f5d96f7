import Glibc
import Synchronization

/// An exclusive lock on a file, and the contents of the file.
///
/// The lock belongs to the open file, not to the process (an open-file-description lock), and no
/// other program inherits the descriptor. So the system releases it when the process ends in any
/// way, and two locks of one process exclude each other as well. Callable from any thread.
package final class FileLock: Sendable {
    package let path: String
    private let state: Mutex<State>

    private struct State: ~Copyable {
        /// `nil` once the lock was released.
        var file: OwnedDescriptor?

        var number: CInt? {
            switch file {
            case .some(let file): file.number
            case .none: nil
            }
        }
    }

    private init(_ path: String, _ file: consuming OwnedDescriptor) {
        self.path = path
        state = Mutex(State(file: file))
    }

    /// Locks the file at `path`, which is created if it is missing; `nil` if it is locked already.
    /// Never waits.
    package static func acquire(_ path: String) throws(FileLockFailure) -> FileLock? {
        let file = try open(path, O_RDWR | O_CREAT)
        var range = wholeFile
        guard fcntl(file.number, setLock, &range) == 0 else {
            let error = SystemError.newest
            if [EAGAIN, EACCES].contains(error.code) { return nil }
            throw FileLockFailure(path, .lock, error)
        }
        return FileLock(path, file)
    }

    /// Whether somebody has the lock of the file at `path`. Takes it from nobody.
    package static func isHeld(_ path: String) throws(FileLockFailure) -> Bool {
        let file: OwnedDescriptor
        do throws(FileLockFailure) {
            file = try open(path, O_RDONLY)
        } catch {
            if error.error.code == ENOENT { return false }
            throw error
        }
        var range = wholeFile
        guard fcntl(file.number, getLock, &range) == 0 else {
            throw FileLockFailure(path, .lock, .newest)
        }
        return range.l_type != Int16(F_UNLCK)
    }

    /// Lets others lock the file. It cannot be read or written through this lock afterwards.
    package func release() { state.withLock { $0.file = nil } }

    /// The first `limit` bytes of the file; `nil` if the lock was released.
    package func read(atMost limit: Int) throws(SystemError) -> [UInt8]? {
        try use { number throws(SystemError) in
            guard lseek(number, 0, SEEK_SET) == 0 else { throw .newest }
            return try Descriptor.read(from: number, atMost: limit)
        }
    }

    /// Makes `text` the contents of the file, unless the lock was released. Blocks.
    package func write(_ text: String) throws(SystemError) {
        _ = try use { number throws(SystemError) in
            guard lseek(number, 0, SEEK_SET) == 0 else { throw .newest }
            try Descriptor.write(text, to: number)
            // Afterwards: a process that is killed before leaves all of the text, and then more.
            guard ftruncate(number, off_t(text.utf8.count)) == 0 else { throw .newest }
        }
    }

    /// Removes the file, unless the lock was released or the file was removed already, and releases
    /// the lock.
    package func remove() {
        state.withLock { state in
            if state.number != nil { unlink(path) }
            state.file = nil
        }
    }

    /// Whether the locked file has its name still: another process may have removed it just before
    /// it was locked.
    package var hasName: Bool {
        state.withLock { state in
            var status = stat()
            guard let number = state.number, fstat(number, &status) == 0 else { return false }
            return status.st_nlink > 0
        }
    }

    private func use<Result>(
        _ body: (CInt) throws(SystemError) -> Result
    ) throws(SystemError) -> Result? {
        let result = state.withLock { state -> Swift.Result<Result, SystemError>? in
            guard let number = state.number else { return nil }
            do throws(SystemError) {
                return .success(try body(number))
            } catch {
                return .failure(error)
            }
        }
        return try result?.get()
    }

    private static func open(
        _ path: String, _ flags: CInt
    ) throws(FileLockFailure) -> OwnedDescriptor {
        do throws(SystemError) {
            return try OwnedDescriptor(opening: path, flags | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            throw FileLockFailure(path, .open, error)
        }
    }

    /// All of a file, also what is written later.
    private static var wholeFile: flock {
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        return range
    }

    // The numbers of Linux for F_OFD_GETLK and F_OFD_SETLK, which Glibc's module leaves out.
    private static let getLock: CInt = 36
    private static let setLock: CInt = 37
}

/// Why a file cannot be locked, in one line.
package struct FileLockFailure: Error, Hashable, CustomStringConvertible {
    package let path: String
    package let step: Step
    package let error: SystemError

    package enum Step: Hashable, Sendable {
        case open
        case lock
    }

    package init(_ path: String, _ step: Step, _ error: SystemError) {
        self.path = path
        self.step = step
        self.error = error
    }

    package var description: String {
        switch step {
        case .open:
            "\(path): cannot be opened for its lock: \(error); choose a folder that can be written"
        case .lock:
            "\(path): cannot be locked: \(error); choose a folder on a file system with locks"
        }
    }
}
