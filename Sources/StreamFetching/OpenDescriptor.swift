import Glibc

/// Owns a file descriptor, and closes it.
struct OpenDescriptor: ~Copyable {
    let number: CInt

    /// Takes over a descriptor as a system call returned it; `nil` if that says that it failed.
    init?(_ result: CInt) {
        guard result >= 0 else { return nil }
        number = result
    }

    deinit {
        close(number)
    }
}
