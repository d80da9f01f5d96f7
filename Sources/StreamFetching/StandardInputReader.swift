import Glibc
import Platform

/// Reads standard input, without seeking.
package final class StandardInputReader: ByteReader {
    private let reader: DescriptorReader

    /// Reads a duplicate descriptor; standard input itself stays open.
    package init() throws(SourceError) {
        guard let descriptor = OwnedDescriptor(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)) else {
            throw SourceError(reading: "standard input", code: errno)
        }
        reader = try DescriptorReader(descriptor, name: "standard input")
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try reader.read(into: buffer)
    }

    package var size: Int? { nil }

    package func seek(to position: Int) -> Bool { false }

    package func cancel() { reader.cancel() }
}
