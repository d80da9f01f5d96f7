import FFmpegCalls
import FoundationEssentials
import Glibc
import HTTPAccess
import MediaTime
import Platform

/// A spot in a file of the cache. It stays readable when the file is replaced or removed.
///
/// The file is a prefix of 64 bytes, a head in JSON, and the spot. The prefix has the length and the
/// checksum of the head, which has those of the spot. It names no address.
struct KeptSpot: ~Copyable, Sendable {
    let head: Head
    /// When it was received or confirmed, since 1970.
    let confirmed: Duration
    private let file: OwnedDescriptor
    private let start: Int

    struct Head: Hashable, Sendable, Codable {
        var contentType: String?
        var fields: CacheFields
        var byteCount: Int
        var checksum: String
    }

    private static let mark = "interlude spot 1"
    private static let prefixByteCount = 64
    private static let headLimit = 1 << 16
    /// The length of a ``checksum(of:)``.
    static let checksumDigitCount = 40

    /// Opens a file. `nil` if there is none, or if it is no kept spot, or a cut one. Blocks.
    init?(path: String) {
        // A pipe must not hold the reader up, and a link may lead anywhere.
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        var state = stat()
        guard let file = OwnedDescriptor(open(path, flags)), fstat(file.number, &state) == 0,
            state.st_mode & S_IFMT == S_IFREG,
            let prefix = Self.bytes(of: file, count: Self.prefixByteCount),
            let (count, checksum) = Self.parse(prefix),
            let text = Self.bytes(of: file, count: count), Self.checksum(of: text) == checksum,
            // try?: what is no head was written by another version.
            let head = try? JSONDecoder().decode(Head.self, from: Data(text)),
            head.byteCount >= 0,
            Int(state.st_size) - Self.prefixByteCount - count == head.byteCount
        else { return nil }
        self.head = head
        confirmed = .seconds(state.st_mtim.tv_sec) + .nanoseconds(state.st_mtim.tv_nsec)
        start = Self.prefixByteCount + count
        self.file = file
    }

    /// The bytes of the spot; `nil` if they were changed. Blocks. Call once.
    func bytes() -> [UInt8]? {
        guard let bytes = Self.bytes(of: file, count: head.byteCount),
            Self.checksum(of: bytes) == head.checksum
        else { return nil }
        return bytes
    }

    /// Marks when it was used and confirmed.
    func stamp(_ use: SpotStamp) { use.put(on: file) }

    /// A file with `bytes`. FFmpeg's libraries must be loaded.
    static func contents(
        _ bytes: [UInt8], contentType: String?, _ fields: CacheFields
    ) throws -> [[UInt8]] {
        let head = Head(
            contentType: contentType, fields: fields, byteCount: bytes.count,
            checksum: checksum(of: bytes))
        let text = [UInt8](try JSONEncoder().encode(head))
        let count = String(text.count)
        let prefix =
            mark + String(repeating: "0", count: max(0, 8 - count.count)) + count
            + checksum(of: text)
        return [Array(prefix.utf8), text, bytes]
    }

    /// Hexadecimal digits. FFmpeg's libraries must be loaded.
    static func checksum(of bytes: [UInt8]) -> String {
        SHA1Signature.sign(bytes, key: Array(mark.utf8)).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private static func parse(_ prefix: [UInt8]) -> (count: Int, checksum: String)? {
        let text = String(decoding: prefix, as: UTF8.self)
        guard text.utf8.count == prefixByteCount, text.hasPrefix(mark),
            let count = Int(text.dropFirst(mark.count).prefix(8)), (1...headLimit).contains(count)
        else { return nil }
        return (count, String(text.suffix(checksumDigitCount)))
    }

    /// The next `count` bytes; `nil` if there are fewer.
    private static func bytes(of file: borrowing OwnedDescriptor, count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let rest = min(count - bytes.count, 1 << 20)
            // try?: a disk that fails has no spot.
            let part = try? Descriptor.read(from: file.number, atMost: rest)
            guard let part, !part.isEmpty else { return nil }
            bytes += part
        }
        return bytes
    }
}

/// The times of a file: when it was used last, and when it was confirmed last.
struct SpotStamp: Hashable, Sendable {
    /// Since 1970.
    var used: Duration
    /// `nil` leaves it as it is.
    var confirmed: Duration?

    func put(on file: borrowing OwnedDescriptor) {
        let times = [
            Self.time(used),
            confirmed.map(Self.time) ?? timespec(tv_sec: 0, tv_nsec: Self.unchanged),
        ]
        // If it cannot be marked, it is only removed or asked about earlier.
        futimens(file.number, times)
    }

    /// `UTIME_OMIT` of the system, a macro.
    private static let unchanged = (1 << 30) - 2

    private static func time(_ duration: Duration) -> timespec {
        // number: the time of the system clock
        let (seconds, attoseconds) = duration.components
        return timespec(
            tv_sec: Int(saturating: Double(seconds)),
            tv_nsec: Int(saturating: Double(attoseconds / 1_000_000_000)))
    }
}
