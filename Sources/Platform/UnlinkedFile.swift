import Glibc

/// A temporary file without a name, which only this process can read.
///
/// The system deletes it when the process closes it or ends in any way. Callable from any thread.
package final class UnlinkedFile: Sendable {
    private let descriptor: OwnedDescriptor

    /// Makes an empty file in `folder`, whose name begins with `name` until it is removed.
    package init(in folder: String, named name: String) throws(SystemError) {
        // The file gets the mode 0600.
        var template = Array("\(folder)/\(name)-XXXXXX".utf8CString)
        guard let descriptor = OwnedDescriptor(mkstemp(&template)) else {
            throw .newest
        }
        _ = fcntl(descriptor.number, F_SETFD, FD_CLOEXEC)
        unlink(template)
        self.descriptor = descriptor
    }

    /// Writes all of `bytes` at `offset`.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        try Self.complete(bytes.count) { done in
            pwrite(
                descriptor.number, bytes.baseAddress! + done, bytes.count - done,
                off_t(offset + done))
        }
    }

    /// Fills `buffer` with the bytes from `offset` on, which must have been written.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(SystemError) {
        try Self.complete(buffer.count) { done in
            pread(
                descriptor.number, buffer.baseAddress! + done, buffer.count - done,
                off_t(offset + done))
        }
    }

    /// Calls `transfer` with the number of bytes done so far, until it is `byteCount`.
    static func complete(
        _ byteCount: Int, by transfer: (Int) -> Int
    ) throws(SystemError) {
        var done = 0
        while done < byteCount {
            let count = transfer(done)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .newest }
            guard count > 0 else { throw SystemError(code: EIO) }
            done += count
        }
    }
}
