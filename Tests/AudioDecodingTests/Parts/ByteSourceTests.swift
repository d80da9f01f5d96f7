import CFFmpeg
import StreamFetching
import Synchronization
import Testing

@testable import AudioDecoding

@Suite("The bytes that libavformat reads")
struct ByteSourceTests {
    private struct Broken: Error {}

    /// Fails after its bytes, or can seek only after it was asked to.
    private final class Reader: ByteReader {
        private let inner: MemoryByteReader
        private let fails: Bool
        private let seeks: Atomic<Bool>
        let requestCount = Atomic<Int>(0)

        init(_ bytes: [UInt8], fails: Bool = false, seeks: Bool = true) {
            inner = MemoryByteReader(bytes)
            self.fails = fails
            self.seeks = Atomic(seeks)
        }

        var size: Int? { inner.size }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            requestCount.add(1, ordering: .relaxed)
            let count = try inner.read(into: buffer)
            if count == 0, fails { throw Broken() }
            return count
        }

        func seek(to position: Int) -> Bool {
            seeks.load(ordering: .relaxed) && inner.seek(to: position)
        }

        func enableSeeking() -> Bool {
            seeks.store(true, ordering: .relaxed)
            return true
        }

        func cancel() {}
    }

    private static let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 256) }

    /// FFmpeg's result, and the bytes.
    private static func fill(_ source: ByteSource, _ count: Int) -> (result: Int32, [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: count)
        let result = buffer.withUnsafeMutableBytes { source.fill($0) }
        return (result, Array(buffer.prefix(max(0, Int(result)))))
    }

    /// All bytes up to an error, `step` at a time.
    private static func rest(of source: ByteSource, step: Int = 700) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let (result, bytes) = fill(source, step)
            guard result > 0 else { return all }
            all += bytes
        }
    }

    @Test("include those that were peeked at", arguments: [0, 10, 5000, 9999, 20_000])
    func peeked(count: Int) {
        let source = ByteSource(MemoryByteReader(Self.bytes))
        #expect(source.peek(count) == Self.bytes[..<min(count, Self.bytes.count)])
        #expect(source.peek(count / 2) == Self.bytes[..<min(count / 2, Self.bytes.count)])
        #expect(source.position == 0)
        #expect(Self.rest(of: source) == Self.bytes)
        #expect(source.position == Self.bytes.count)
        #expect(Self.fill(source, 10).result == CFFmpeg_AVERROR_EOF)
        #expect(source.peek(10).isEmpty)
    }

    @Test("may be peeked at again after some were read")
    func partly() {
        let source = ByteSource(MemoryByteReader(Self.bytes))
        _ = source.peek(100)
        #expect(Self.fill(source, 60).1 == Array(Self.bytes[..<60]))
        #expect(Array(source.peek(200)) == Array(Self.bytes[60..<260]))
        #expect(Self.rest(of: source) == Array(Self.bytes[60...]))
    }

    @Test("count from the first one that is not left out")
    func leftOut() {
        let source = ByteSource(MemoryByteReader(Self.bytes))
        _ = source.peek(300)
        source.leaveOut(100)
        source.leaveOut(20)
        #expect(source.origin == 120)
        #expect(source.position == 0)
        #expect(source.seek(offset: 0, whence: AVSEEK_SIZE) == 9880)
        #expect(Self.fill(source, 10).1 == Array(Self.bytes[120..<130]))
        #expect(source.position == 10)
        #expect(source.seek(offset: 5, whence: SEEK_SET) == 5)
        #expect(Self.fill(source, 10).1 == Array(Self.bytes[125..<135]))
        #expect(source.seek(offset: -3, whence: SEEK_CUR | AVSEEK_FORCE) == 12)
        #expect(Self.fill(source, 10).1 == Array(Self.bytes[132..<142]))
        #expect(source.seek(offset: -10, whence: SEEK_END) == 9870)
        #expect(Self.rest(of: source) == Array(Self.bytes[9990...]))
    }

    @Test("are sought only where there are some", arguments: [0, 120])
    func outside(leftOut: Int) {
        let source = ByteSource(MemoryByteReader(Self.bytes))
        _ = source.peek(leftOut)
        source.leaveOut(leftOut)
        let size = Int64(Self.bytes.count - leftOut)
        let refusals: [(Int64, Int32)] = [
            (-1, SEEK_SET), (size + 1, SEEK_SET), (1, SEEK_END), (.max, SEEK_END), (.max, SEEK_SET),
        ]
        for (offset, whence) in refusals {
            #expect(
                source.seek(offset: offset, whence: whence) == Int64(CFFmpeg_AVERROR_EIO),
                "\(offset) from \(whence)")
        }
        #expect(source.position == 0)
        #expect(source.seek(offset: size, whence: SEEK_SET) == size)
        #expect(Self.fill(source, 1).result == CFFmpeg_AVERROR_EOF)
        #expect(source.seek(offset: 0, whence: SEEK_SET) == 0)
        #expect(Self.rest(of: source) == Array(Self.bytes[leftOut...]))
    }

    @Test("of a live stream have no size, and are not sought")
    func live() {
        let source = ByteSource(TricklingReader(Self.bytes, step: 100))
        #expect(!source.isSeekable)
        #expect(source.seek(offset: 0, whence: AVSEEK_SIZE) == 0)
        #expect(source.seek(offset: 0, whence: SEEK_SET) == Int64(CFFmpeg_AVERROR_EINVAL))
        #expect(Self.rest(of: source) == Self.bytes)
        source.enableSeeking()
        #expect(!source.isSeekable)
        #expect(!source.seeksAtACost)
    }

    @Test("can be made seekable, which then is not free")
    func enabled() {
        let costly = ByteSource(Reader(Self.bytes, seeks: false))
        #expect(!costly.isSeekable)
        #expect(costly.seek(offset: 0, whence: SEEK_SET) == Int64(CFFmpeg_AVERROR_EINVAL))
        costly.enableSeeking()
        #expect(costly.isSeekable)
        #expect(costly.seeksAtACost)
        #expect(costly.seek(offset: 9000, whence: SEEK_SET) == 9000)
        let free = ByteSource(Reader(Self.bytes))
        free.enableSeeking()
        #expect(free.isSeekable)
        #expect(!free.seeksAtACost)
    }

    @Test("come for as many requests as are allowed", arguments: [0, 1, 3])
    func requests(count: Int) {
        let source = ByteSource(MemoryByteReader(Self.bytes))
        source.serve(requests: count)
        for _ in 0..<count { #expect(Self.fill(source, 10).result == 10) }
        #expect(Self.fill(source, 10).result == CFFmpeg_AVERROR_EAGAIN)
        source.serve(requests: 1)
        #expect(Self.fill(source, 10).1 == Array(Self.bytes[(10 * count)..<(10 * count + 10)]))
    }

    @Test("end after 32 MiB without a packet, and not before")
    func givenUp() {
        let mebibyte = 1 << 20
        let source = ByteSource(EndlessReader(repeating: [UInt8](repeating: 7, count: mebibyte)))
        for _ in 0..<31 { _ = Self.fill(source, mebibyte) }
        source.madeProgress()
        for _ in 0..<32 { #expect(Self.fill(source, mebibyte).result == Int32(mebibyte)) }
        #expect(!source.isGivenUp)
        #expect(Self.fill(source, mebibyte).result == CFFmpeg_AVERROR_EOF)
        #expect(source.isGivenUp)
        source.madeProgress()
        #expect(Self.fill(source, mebibyte).result == CFFmpeg_AVERROR_EOF)
    }

    @Test("end with an error if the reader fails, which is asked no more")
    func failing() {
        let reader = Reader(Self.bytes, fails: true)
        let source = ByteSource(reader)
        #expect(source.peek(20_000).count == Self.bytes.count)
        #expect(source.failure is Broken)
        let count = reader.requestCount.load(ordering: .relaxed)
        #expect(source.peek(20_000).count == Self.bytes.count)
        #expect(reader.requestCount.load(ordering: .relaxed) == count)
        #expect(Self.rest(of: source) == Self.bytes)
        #expect(Self.fill(source, 10).result == CFFmpeg_AVERROR_EIO)
    }

    @Test("of a chained Ogg stream end with each link", arguments: [7, 700, 65_536])
    func links(step: Int) throws {
        let link = try ChainTests.link("libvorbis", rate: 48_000)
        let source = ByteSource(TricklingReader(link + link, step: 1000))
        #expect(!source.startNextOggLink())
        source.stopAtOggLinks()
        #expect(Self.rest(of: source, step: step) == link)
        #expect(Self.fill(source, 10).result == CFFmpeg_AVERROR_EOF)
        #expect(source.startNextOggLink())
        #expect(source.position == link.count)
        #expect(Self.rest(of: source, step: step) == link)
        #expect(!source.startNextOggLink())
    }

    @Test("of a chained Ogg stream are read in order, even from a file")
    func unsought() throws {
        let source = ByteSource(MemoryByteReader(Self.bytes))
        #expect(source.isSeekable)
        source.stopAtOggLinks()
        #expect(!source.isSeekable)
    }

    @Test("that fail within an Ogg stream give an error, and no next link")
    func failingLink() throws {
        let link = try ChainTests.link("libvorbis", rate: 48_000)
        let source = ByteSource(Reader(link, fails: true))
        source.stopAtOggLinks()
        #expect(Self.rest(of: source) == link)
        #expect(Self.fill(source, 10).result == CFFmpeg_AVERROR_EIO)
        #expect(!source.startNextOggLink())
    }
}
