import Glibc

/// Owns a file descriptor, and closes it.
package struct OwnedDescriptor: ~Copyable, Sendable {
    package let number: CInt

    /// Takes ownership of a system call's result; `nil` if the call failed.
    package init?(_ result: CInt) {
        guard result >= 0 else { return nil }
        number = result
    }

    /// Opens the file at `path`, with `flags` and `O_CLOEXEC`. A file that is created gets `mode`.
    package init(opening path: String, _ flags: CInt, mode: mode_t = 0o666) throws(SystemError) {
        let result = open(path, flags | O_CLOEXEC, mode)
        guard result >= 0 else { throw .newest }
        number = result
    }

    deinit {
        close(number)
    }
}
