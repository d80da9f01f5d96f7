/// A thread that the system did not start.
package struct ThreadFailure: Error, Hashable, CustomStringConvertible {
    /// Why: usually the limit of threads or of memory is reached.
    package let reason: SystemError

    package init(_ reason: SystemError) {
        self.reason = reason
    }

    package var description: String {
        "a thread cannot be started: \(reason); raise the limit with 'ulimit -u', or end other "
            + "programs"
    }
}
