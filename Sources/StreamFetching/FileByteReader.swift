import Glibc
import Platform

/// Reads a file, or anything else with a path, such as a named pipe.
package final class FileByteReader: ByteReader {
    private let reader: DescriptorReader

    /// Opens the file at `path`. Never blocks: only the first read waits for a named pipe's writer.
    package init(path: String) throws(SourceError) {
        guard let descriptor = OwnedDescriptor(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) else {
            throw SourceError(reading: path, code: errno)
        }
        var status = stat()
        guard fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            throw .folder(path)
        }
        reader = try DescriptorReader(descriptor, name: path)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try reader.read(into: buffer)
    }

    package var size: Int? { reader.size }

    package func seek(to position: Int) -> Bool { reader.seek(to: position) }

    package func cancel() { reader.cancel() }
}
