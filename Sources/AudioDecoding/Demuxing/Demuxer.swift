import CFFmpeg
import FFmpegCalls
import MediaTime
import StreamFetching

/// Reads encoded audio from its container, packet by packet.
///
/// Owned by one thread. It reads only through its ``ByteReader``, and ends when that is cancelled.
/// The links of a chained Ogg stream follow each other, each with its own ``Packet/stream``.
package struct Demuxer: ~Copyable {
    private let source: ByteSource
    private var input: AudioInput
    /// The position in the source's bytes at which `input` begins.
    private var base: Int
    private var framing = FramingWatch()
    private var hasBegun = false

    /// The end that a WAV file declares; `nil` for other containers.
    private let wavLength: FrameTime?

    /// The number of consecutive errors that ends the present input.
    private static let errorLimit = 20

    /// The stream of the next packets.
    package var stream: EncodedStream { input.stream }

    /// The end of the stream as the file declares it, also if the file ends before; `nil` if it
    /// declares none.
    var announcedLength: FrameTime? { stream.announcedLength ?? wavLength }

    /// Opens the audio in the bytes of `reader`. Blocks until enough of them have arrived.
    ///
    /// `hint` is the declared container, and decides only if the bytes are inconclusive.
    package init(reading reader: any ByteReader, hint: Container? = nil) throws(DecodingError) {
        do throws(FFmpegLibraries.Absence) {
            try FFmpegLibraries.load()
        } catch {
            throw .noDecoders(reason: error.description)
        }
        let source = ByteSource(reader)
        let container = try Container.recognised(in: source, hint: hint)
        if container == .ogg { source.stopAtOggLinks() }
        if container.needsSeeking(in: source) { source.enableSeeking() }
        let length = container == .wav ? WAVBeginning.length(in: source.peek(4096)) : nil
        let input = try Self.open(container, in: source)
        self.source = source
        base = source.origin
        self.input = input
        wavLength = length
    }

    /// Opens the next bytes of `source`; for a chained Ogg stream, the first link that opens.
    private static func open(
        _ container: Container, in source: ByteSource
    ) throws(DecodingError) -> AudioInput {
        while true {
            do throws(DecodingError) {
                return try AudioInput(container, in: source)
            } catch {
                guard source.startNextOggLink() else {
                    throw source.isGivenUp ? .soundless : error
                }
            }
        }
    }

    /// Blocks until the next packet arrives; returns `nil` when there are no more.
    package mutating func next() throws(DecodingError) -> Packet? {
        let next = try nextPacket()
        // The last packet at the byte limit is not audio either.
        if source.isGivenUp, !hasBegun { throw .soundless }
        hasBegun = true
        guard let packet = next else { return nil }
        if let container = packet.stream.container.ifFramesOnly {
            framing.take(packet.byteCount, header: packet.frameHeader)
            if framing.isHopeless { throw .noise(container) }
        }
        return packet
    }

    /// Skips packets that decode to at most `count` samples of the stream, without reading them.
    /// Returns how many samples it skipped; 0 if the container has no exact index.
    package mutating func leap(over count: Int) -> Int {
        source.isSeekable ? input.leap(over: count) : 0
    }

    private mutating func nextPacket() throws(DecodingError) -> Packet? {
        var errors = 0
        while true {
            do throws(FFmpegError) {
                var packet = try input.next()
                source.madeProgress()
                packet.bytePosition = base + max(0, Int(packet.packet.pointee.pos))
                return packet
            } catch {
                if let failure = source.failure { throw .reading(ReadFailure(failure)) }
                errors += 1
                if error.code != CFFmpeg_AVERROR_EOF, errors < Self.errorLimit { continue }
                guard openNextLink() else { return nil }
            }
        }
    }

    /// Continues with the next link of a chained Ogg stream that can be opened.
    private mutating func openNextLink() -> Bool {
        guard source.startNextOggLink() else { return false }
        base = source.origin + source.position
        do throws(DecodingError) {
            input = try Self.open(.ogg, in: source)
            return true
        } catch {
            return false
        }
    }
}
