import Glibc

/// Owns a file descriptor, and closes it.
struct OpenDescriptor: ~Copyable {
    let number: CInt

    /// Takes ownership of a system call's result; `nil` if the call failed.
    init?(_ result: CInt) {
        guard result >= 0 else { return nil }
        number = result
    }

    deinit {
        close(number)
    }
}
