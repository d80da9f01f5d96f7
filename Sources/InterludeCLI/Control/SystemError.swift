import Glibc

/// A system call's error number.
struct SystemError: Error, Hashable, CustomStringConvertible {
    let code: Int32

    /// The error of the call that this thread made last.
    static var newest: SystemError { SystemError(code: errno) }

    var description: String { String(cString: strerror(code)) }
}
