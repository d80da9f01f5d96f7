import CFFmpeg
import FFmpegCalls
import MediaTime
import StreamFetching

/// Takes encoded sound out of its container, packet by packet.
///
/// Owned by one thread. It reads only through the ``ByteReader`` that it is
/// given, and ends when that is cancelled. A chained Ogg stream comes as one:
/// with each link, the packets' ``Packet/stream`` is another.
package struct Demuxer: ~Copyable {
    private let source: ByteSource
    private var input: AudioInput
    /// Where in all bytes those of `input` begin.
    private var base: Int
    private var framing = FramingWatch()
    private var hasBegun = false

    /// Errors in a row after which a source is given up.
    private static let patience = 20

    /// What the packets are of that come next.
    package var stream: EncodedStream { input.stream }

    /// Opens the sound in the bytes of `reader`, waiting for as many of them as that takes.
    ///
    /// `hint` is what the source is said to be; what it is shows in its bytes.
    package init(reading reader: any ByteReader, hint: Container? = nil) throws(DecodingError) {
        do throws(FFmpegLibraries.Absence) {
            try FFmpegLibraries.load()
        } catch {
            throw .noDecoders(reason: error.description)
        }
        let source = ByteSource(reader)
        let container = try Container.recognised(in: source, hint: hint)
        if container == .ogg { source.stopAtOggLinks() }
        let input = try Self.open(container, in: source)
        self.source = source
        base = source.origin
        self.input = input
    }

    /// Opens what `source` has next; of a chained Ogg stream, the first link that can be opened.
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

    /// Waits for the next packet; returns `nil` when there are no more.
    package mutating func next() throws(DecodingError) -> Packet? {
        let next = try nextPacket()
        // The packet that is left when the bytes are given up is no sound either.
        if source.isGivenUp, !hasBegun { throw .soundless }
        hasBegun = true
        guard let packet = next else { return nil }
        if let container = packet.stream.container.ifFramesOnly {
            framing.take(packet.byteCount, header: packet.frameHeader)
            if framing.isHopeless { throw .noise(container) }
        }
        return packet
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
                if error.code != CFFmpeg_AVERROR_EOF, errors < Self.patience { continue }
                guard openNextLink() else { return nil }
            }
        }
    }

    /// Goes on with the next link of a chained Ogg stream that can be opened.
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
