import Glibc

/// A system call's error number.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    package let code: CInt

    package init(code: CInt) {
        self.code = code
    }

    /// The error of the call that this thread made last.
    package static var newest: SystemError { SystemError(code: errno) }

    package var description: String { String(cString: strerror(code)) }
}
