import Foundation
import Glibc

/// Writing to an open file descriptor.
enum Descriptor {
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
