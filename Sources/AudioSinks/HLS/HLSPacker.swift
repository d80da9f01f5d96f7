import AudioEncoding
import HLSPackaging

/// Encodes the mix as AAC, and packs it in the form of a stream. For one thread.
final class HLSPacker {
    private var encoder: SoundEncoder
    private let fragments: FragmentedAAC?
    private var frames: ListenerBytes

    /// What a player reads before the first segment; `nil` for packed audio.
    let initialisation: [UInt8]?

    /// The delay of the decoded audio behind the input, in frames.
    let delay: Int

    /// Throws if this machine lacks the libraries.
    init(_ address: HLSAddress) throws(SinkFailure) {
        do throws(EncodingError) {
            let encoder = try SoundEncoder(.aac, bitRate: address.bitRate)
            switch address.form {
            case .fmp4:
                let fragments = try FragmentedAAC(
                    configuration: encoder.header, bitRate: address.bitRate)
                initialisation = fragments.initialisation
                self.fragments = consume fragments
            case .aac:
                initialisation = nil
                fragments = nil
            }
            frames = ListenerBytes(of: .aac, header: encoder.header)
            delay = encoder.delay
            self.encoder = encoder
        } catch {
            throw SinkFailure(error.description)
        }
    }

    /// The packets that interleaved `samples` complete, perhaps none.
    func packets(of samples: Span<Float>) throws(SinkFailure) -> [[UInt8]] {
        do throws(EncodingError) {
            return try encoder.encode(samples).packets
        } catch {
            throw SinkFailure(error.description)
        }
    }

    /// The last packets.
    func finish() throws(SinkFailure) -> [[UInt8]] {
        do throws(EncodingError) {
            return try encoder.finish().packets
        } catch {
            throw SinkFailure(error.description)
        }
    }

    /// The bytes of `packets`, the first of which is packet `first` of the stream: `whole` as a
    /// file of their own, and `rest` behind other packets of a file.
    func part(
        of packets: [[UInt8]], from first: Int, at times: HLSTimes
    ) throws(SinkFailure) -> (whole: [UInt8], rest: [UInt8]) {
        let length = HLSAddress.packetLength
        do throws(EncodingError) {
            if let bytes = try fragments?.fragment(
                of: packets, from: first, packetLength: length)
            {
                return (bytes, bytes)
            }
        } catch {
            throw SinkFailure(error.description)
        }
        let bytes = frames.bytes(
            of: EncodedChunk(
                packets: packets, firstPacket: first, packetLength: length, leadIn: delay,
                place: .inTheMiddle))
        var tag = ID3Writer()
        tag.addTimestamp(times.mediaTime(of: times.frame(ofPacket: first)))
        return (tag.tag + bytes, bytes)
    }
}
