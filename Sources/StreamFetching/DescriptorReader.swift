import Glibc
import Platform
import Synchronization

/// Reads one file descriptor, and can be cancelled while it blocks.
///
/// Not a ``ByteReader`` itself: each kind of source declares what it supports.
final class DescriptorReader: Sendable {
    /// The name of the source, for error messages.
    private let name: String
    private let input: OwnedDescriptor
    /// The ends of a pipe that becomes readable on cancellation.
    private let wakeUp: OwnedDescriptor
    private let wakeUpSender: OwnedDescriptor
    private let isCancelled = Atomic<Bool>(false)

    init(_ input: consuming OwnedDescriptor, name: String) throws(SourceError) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0, let wakeUp = OwnedDescriptor(ends[0]),
            let wakeUpSender = OwnedDescriptor(ends[1])
        else { throw SourceError(reading: name, code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.name = name
        self.input = input
        self.wakeUp = wakeUp
        self.wakeUpSender = wakeUpSender
    }

    /// Blocks until there are bytes; 0 at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            try waitUntilReadable()
            let count = Glibc.read(input.number, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else {
                throw SourceError(reading: name, code: errno)
            }
        }
    }

    /// The file's size in bytes; `nil` if it is not a regular file.
    var size: Int? {
        var status = stat()
        guard fstat(input.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return status.st_size
    }

    func seek(to position: Int) -> Bool {
        guard let size, (0...size).contains(position) else { return false }
        return lseek(input.number, position, SEEK_SET) == position
    }

    /// Makes every present and future read throw `CancellationError`.
    func cancel() {
        guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var byte: UInt8 = 0
        write(wakeUpSender.number, &byte, 1)
    }

    private func waitUntilReadable() throws {
        var awaited = [
            pollfd(fd: input.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp.number, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&awaited, 2, -1) < 0 {
            guard errno == EINTR else {
                throw SourceError(reading: name, code: errno)
            }
        }
        guard !isCancelled.load(ordering: .acquiring) else { throw CancellationError() }
    }
}
