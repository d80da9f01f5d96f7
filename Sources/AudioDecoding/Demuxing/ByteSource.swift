import CFFmpeg
import MediaTime
import StreamFetching

/// Adapts a ``ByteReader`` to libavformat: it can peek at bytes before they are read, and ends one
/// link of a chained Ogg stream where the next begins.
///
/// For one thread.
final class ByteSource {
    private let reader: any ByteReader
    /// Bytes read from the reader; those before `unread` have been passed to libavformat.
    private var pending: [UInt8] = []
    private var unread = 0
    /// Bytes passed to libavformat since the last packet.
    private var sinceProgress = 0
    /// Whether they exceeded the limit: libavformat gets no more bytes, nor those of another link.
    private(set) var isGivenUp = false
    /// How many more times libavformat may request bytes before it gets `EAGAIN`; `nil` means no
    /// limit.
    private var requestsLeft: Int?
    private var pages: OggPages?
    private var readerSeeks: Bool
    /// Whether a seek may take a request to a server.
    private(set) var seeksAtACost = false

    /// The position in the bytes that libavformat sees, which start at ``origin``.
    private(set) var position = 0
    /// How many bytes were skipped before the first that libavformat sees.
    private(set) var origin = 0
    /// The reader's error, if it has thrown one.
    private(set) var failure: (any Error)?

    /// The limit of bytes without a packet, after which the source does not count as audio.
    private static let byteLimit = 32 << 20

    /// Starts at the first byte of `reader`.
    init(_ reader: any ByteReader) {
        self.reader = reader
        readerSeeks = reader.size != nil && reader.seek(to: 0)
    }

    /// False for an Ogg stream, which is read in order, link by link.
    var isSeekable: Bool { pages == nil && readerSeeks }

    /// Makes the source seekable, even if that takes a download. Call before libavformat reads.
    func enableSeeking() {
        guard !readerSeeks else { return }
        readerSeeks = reader.enableSeeking()
        seeksAtACost = readerSeeks
    }

    func madeProgress() { sinceProgress = 0 }

    /// Lets libavformat request bytes `count` more times; after that it gets `EAGAIN`.
    func serve(requests count: Int) { requestsLeft = count }

    /// Returns the next `count` bytes without consuming them, or fewer at the end. May block.
    func peek(_ count: Int) -> ArraySlice<UInt8> {
        while pending.count - unread < count, failure == nil {
            let room = max(count - (pending.count - unread), 4096)
            let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
                filled = read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            if bytes.isEmpty { break }
            pending.append(contentsOf: bytes)
        }
        return pending[unread...].prefix(count)
    }

    /// Skips the next `count` bytes, which must have been peeked at. libavformat never sees them.
    func leaveOut(_ count: Int) {
        unread += count
        origin += count
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        do {
            return try reader.read(into: buffer)
        } catch {
            failure = error
            return 0
        }
    }

    /// Copies the next bytes, starting with those that were peeked at, and returns how many.
    private func take(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard unread < pending.count else { return read(into: buffer) }
        let count = min(buffer.count, pending.count - unread)
        pending.withUnsafeBytes {
            buffer.copyMemory(from: .init(rebasing: $0[unread..<(unread + count)]))
        }
        unread += count
        if unread == pending.count {
            pending.removeAll(keepingCapacity: true)
            unread = 0
        }
        return count
    }
}

// MARK: - What libavformat calls

extension ByteSource {
    /// Fills the front of `buffer`, and returns the number of bytes or an FFmpeg error.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        if sinceProgress >= Self.byteLimit { isGivenUp = true }
        guard !isGivenUp else { return CFFmpeg_AVERROR_EOF }
        guard requestsLeft != 0 else { return CFFmpeg_AVERROR_EAGAIN }
        requestsLeft = requestsLeft.map { $0 - 1 }
        var allowed = buffer.count
        if pages != nil {
            allowed = min(allowed, pages!.bytesAllowed(looking: peek))
            guard allowed > 0 else {
                return failure == nil ? CFFmpeg_AVERROR_EOF : CFFmpeg_AVERROR_EIO
            }
        }
        let count = take(.init(rebasing: buffer[..<allowed]))
        pages?.advance(count)
        position += count
        sinceProgress += count
        guard count > 0 else { return failure == nil ? CFFmpeg_AVERROR_EOF : CFFmpeg_AVERROR_EIO }
        return Int32(count)
    }

    /// Seeks like C's `lseek`, or returns the size for `AVSEEK_SIZE`.
    ///
    /// Returns 0 for an unknown size: libavformat would take an error for a huge size, and then
    /// distrust an MP3's tag.
    func seek(offset: Int64, whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0, reader.size == nil { return 0 }
        guard isSeekable, let size = reader.size else { return Int64(CFFmpeg_AVERROR_EINVAL) }
        if whence & AVSEEK_SIZE != 0 { return Int64(size - origin) }
        let base: Int
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position
        case SEEK_END: base = size - origin
        case let other: preconditionFailure("libavformat asks for a seek of kind \(other)")
        }
        // A container may name any offset.
        let (target, isTooFar) = base.addingReportingOverflow(Int(offset))
        guard !isTooFar, target >= 0, target <= Int.max - origin,
            reader.seek(to: origin + target)
        else {
            return Int64(CFFmpeg_AVERROR_EIO)
        }
        pending.removeAll(keepingCapacity: true)
        unread = 0
        position = target
        return Int64(target)
    }
}

// MARK: - Chained Ogg

extension ByteSource {
    /// From here on, reports the end of the bytes at the end of each link of a chained Ogg stream.
    func stopAtOggLinks() { pages = OggPages() }

    /// Continues with the next link. Returns `false` if the bytes ended with the last one.
    func startNextOggLink() -> Bool {
        guard pages != nil, failure == nil, !isGivenUp, !peek(1).isEmpty else { return false }
        pages = OggPages()
        return true
    }
}
