import CFFmpeg
import FFmpegCalls
import MediaTime

extension FrameTime {
    /// The end of `stream` that the header of `container` declares, rounded up. `nil` if the header
    /// does not count the samples of the whole file, or declares an impossible position.
    init?(declaredOf stream: UnsafePointer<AVStream>, in container: Container) {
        let stream = stream.pointee
        switch container {
        case .flac: break
        case .wav:
            guard av_get_exact_bits_per_sample(stream.codecpar.pointee.codec_id) > 0 else {
                return nil
            }
        // The header of a fragmented file counts no frames.
        case .mov: guard stream.nb_frames > 0 else { return nil }
        // The tag of an MP3 and the last page of an Ogg file may cover one link of several.
        case .mp3, .aac, .ogg, .mpegts, .matroska, .aiff, .caf, .w64, .au, .ac3, .eac3, .asf, .ape,
            .wv, .tta, .amr:
            return nil
        }
        self.init(durationOf: stream)
    }

    /// The duration of `stream`, which FFmpeg may have estimated, rounded up. `nil` if it has none, or an
    /// impossible one.
    init?(durationOf stream: AVStream) {
        let base = stream.time_base
        guard stream.duration > 0, base.num > 0, base.den > 0 else { return nil }
        // The result is negative if it does not fit into 64 bits.
        let frames = av_rescale_rnd(
            stream.duration, Int64(base.num) * Int64(FrameTime.rate), Int64(base.den), AV_ROUND_UP)
        let limit = TimeBounds.position.range.upperBound
        guard frames > 0, .seconds(frames / Int64(FrameTime.rate)) < limit else { return nil }
        self.init(frames)
    }
}
