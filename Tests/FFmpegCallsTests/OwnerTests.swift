import CFFmpeg
import CMalloc
import FFmpegCalls
import Testing

@Suite("An owner of FFmpeg's memory")
struct OwnerTests {
    enum Kind: CaseIterable, Codable {
        case frame, packet, decoder

        /// Makes one with contents, and releases it.
        func make() {
            switch self {
            case .frame:
                let frame = OwnedFrame()
                frame.pointer.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
                frame.pointer.pointee.nb_samples = 1024
                av_channel_layout_default(&frame.pointer.pointee.ch_layout, 2)
                precondition(av_frame_get_buffer(frame.pointer, 0) == 0)
            case .packet:
                let packet = OwnedPacket()
                precondition(av_new_packet(packet.pointer, 10_000) == 0)
            case .decoder:
                let context = OwnedCodecContext(of: avcodec_find_decoder(AV_CODEC_ID_FLAC))
                precondition(context.pointer.pointee.codec_id == AV_CODEC_ID_FLAC)
            }
        }
    }

    @Test("frees it, and frees it once", arguments: Kind.allCases)
    func freeing(kind: Kind) async {
        // glibc ends a process that frees memory twice.
        await #expect(processExitsWith: .success) { [kind] in
            for _ in 0..<10 { kind.make() }
            let before = mallinfo2().uordblks
            for _ in 0..<1000 { kind.make() }
            let more = Int(mallinfo2().uordblks) - Int(before)
            // The smallest of them has 104 bytes.
            precondition(more < 20_000, "\(more) bytes")
        }
    }
}
