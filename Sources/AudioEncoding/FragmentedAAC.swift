import CFFmpeg
import FFmpegCalls
import MediaTime

/// Writes packets of AAC as fragmented MP4 (ISO/IEC 14496-12): a header, and any number of
/// fragments, with libavformat.
///
/// Times begin with 0 and count decoded frames, without an edit list: the first fragment decodes to
/// the encoder's delay first. For one thread.
package struct FragmentedAAC: ~Copyable {
    /// What a player reads before the first fragment.
    package let initialisation: [UInt8]

    private let context: OutputContext
    private let packet = OwnedPacket()

    /// Begins with a track of AAC-LC in the pipeline's format. `configuration` is
    /// ``SoundEncoder/header``.
    package init(configuration: [UInt8], bitRate: Int) throws(EncodingError) {
        do throws(FFmpegLibraries.Absence) {
            try FFmpegLibraries.load()
        } catch {
            throw .noEncoders(reason: error.description)
        }
        do throws(FFmpegError) {
            let context = try OutputContext(named: "mp4")
            context.addTrack(configuration, bitRate: bitRate)
            initialisation = try context.written { () throws(FFmpegError) in
                try context.writeHeader([
                    "movflags": "frag_custom+empty_moov+default_base_moof+skip_trailer",
                    "use_editlist": "0", "fflags": "+bitexact", "avoid_negative_ts": "disabled",
                ])
            }
            self.context = context
        } catch {
            throw .unusableEncoder("mp4", reason: error.description)
        }
    }

    /// The bytes of a fragment with `packets` of `packetLength` frames, the first of which is the
    /// packet `first` of the stream. There must be a packet.
    package func fragment(
        of packets: [[UInt8]], from first: Int, packetLength: Int
    ) throws(EncodingError) -> [UInt8] {
        do throws(FFmpegError) {
            return try context.written { () throws(FFmpegError) in
                for (index, bytes) in packets.enumerated() {
                    try add(bytes, at: (first + index) * packetLength, length: packetLength)
                }
                try check(av_write_frame(context.pointer, nil))
            }
        } catch {
            throw .unusableEncoder("mp4", reason: error.description)
        }
    }

    private func add(_ bytes: [UInt8], at time: Int, length: Int) throws(FFmpegError) {
        let packet = packet.pointer
        packet.pointee.pts = Int64(time)
        packet.pointee.dts = Int64(time)
        packet.pointee.duration = Int64(length)
        packet.pointee.flags = AV_PKT_FLAG_KEY
        packet.pointee.size = Int32(bytes.count)
        var bytes = bytes
        // libavformat copies the bytes before it returns, and does not change them.
        let result = bytes.withUnsafeMutableBufferPointer { bytes in
            packet.pointee.data = bytes.baseAddress
            defer { packet.pointee.data = nil }
            return av_write_frame(context.pointer, packet)
        }
        try check(result)
    }
}
