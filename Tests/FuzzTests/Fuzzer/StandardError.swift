import Glibc

/// Standard error without a buffer, so that nothing is lost when the process aborts.
enum StandardError {
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
