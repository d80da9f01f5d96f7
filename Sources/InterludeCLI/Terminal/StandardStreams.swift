import Glibc

/// Standard input, output and error.
enum StandardStreams {
    /// Puts something into the place of each that the caller has closed.
    ///
    /// Else what is opened next, a connection perhaps, would be taken for it. What stands there
    /// has nothing to be read, and refuses to be written.
    static func occupy() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // Takes the lowest number that is free, which is this one.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
