import Foundation
import Glibc

/// Standard output, to which every line is written at once, and which is an output like any other:
/// a command that cannot write there has not done what it was asked.
enum StandardOutput {
    /// Writes `line` and the end of it.
    static func print(_ line: some CustomStringConvertible) throws(CommandError) {
        do throws(SystemError) {
            try write(Data("\(line)\n".utf8), to: STDOUT_FILENO)
        } catch {
            throw CommandError(
                .cannotWrite,
                "standard output: cannot be written: \(error); choose another place")
        }
    }

    /// Writes all of `bytes` to `descriptor`; waits for that.
    static func write(_ bytes: Data, to descriptor: Int32) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw .newest }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
