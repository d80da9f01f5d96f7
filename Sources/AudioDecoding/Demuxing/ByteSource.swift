import CFFmpeg
import MediaTime
import StreamFetching

/// Stands between a ``ByteReader`` and libavformat: lets bytes be looked at before they are read,
/// and ends one link of a chained Ogg stream where the next begins.
///
/// For one thread.
final class ByteSource {
    private let reader: any ByteReader
    /// Bytes that came from the reader and have not been handed on; those before `unread` have.
    private var pending: [UInt8] = []
    private var unread = 0
    /// Bytes handed on since the last packet was found.
    private var sinceProgress = 0
    /// Whether it was too many: libavformat gets no more bytes, of another link neither.
    private(set) var isGivenUp = false
    /// How often libavformat may still ask for bytes before it has to be content with what it has;
    /// `nil` sets no limit.
    private var requestsLeft: Int?
    private var pages: OggPages?
    private let readerSeeks: Bool

    /// How many bytes were handed on so far, or sought past, since those that were left out.
    private(set) var position = 0
    /// How many bytes were left out before the first that libavformat sees.
    private(set) var origin = 0
    /// What kept the reader from reading, if anything did.
    private(set) var failure: (any Error)?

    /// More bytes than this without a packet between them are not audio any more.
    private static let patience = 32 << 20

    /// Reads from the first byte of `reader` on.
    init(_ reader: any ByteReader) {
        self.reader = reader
        readerSeeks = reader.size != nil && reader.seek(to: 0)
    }

    /// An Ogg stream is read in order, link by link.
    var isSeekable: Bool { pages == nil && readerSeeks }

    func madeProgress() { sinceProgress = 0 }

    /// Lets libavformat ask for bytes `count` times more, and then tells it that there are none at
    /// present (`EAGAIN`).
    func serve(requests count: Int) { requestsLeft = count }

    /// The next `count` bytes, or fewer if the bytes end before. They stay to be read.
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

    /// Passes over the next `count` bytes, which were looked at, as if they had never been there.
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

    /// Copies up to `count` of the next bytes, those that were looked at first.
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
    /// Fills the front of `buffer` and returns how much it filled, or an FFmpeg error.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        if sinceProgress >= Self.patience { isGivenUp = true }
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

    /// Does what C's `lseek` does, and tells the size if that is what is asked.
    ///
    /// A size that nobody knows is told as 0: libavformat takes an error for a huge one, and then
    /// does not believe an MP3's tag.
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
    /// Ends the bytes, from here on, where a link of a chained Ogg stream ends.
    func stopAtOggLinks() { pages = OggPages() }

    /// Goes on with the next link. Returns `false` if the bytes, too, ended with the last one.
    func startNextOggLink() -> Bool {
        guard pages != nil, failure == nil, !isGivenUp, !peek(1).isEmpty else { return false }
        pages = OggPages()
        return true
    }
}
