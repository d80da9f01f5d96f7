import CFFmpeg
import FFmpegCalls

/// The libavcodec settings of a codec.
extension SoundCodec {
    /// The encoder's name in libavcodec.
    var encoderName: String {
        switch self {
        case .opus: "libopus"
        case .mp3: "libmp3lame"
        case .aac: "aac"
        case .flac: "flac"
        }
    }

    /// libavcodec's encoder. Loads the libraries if necessary.
    func encoder() throws(EncodingError) -> UnsafePointer<AVCodec> {
        do throws(FFmpegLibraries.Absence) {
            try FFmpegLibraries.load()
        } catch {
            throw .noEncoders(reason: error.description)
        }
        guard let encoder = avcodec_find_encoder_by_name(encoderName) else {
            throw .noEncoder(encoderName)
        }
        return encoder
    }

    var sampleFormat: AVSampleFormat {
        switch self {
        case .opus: AV_SAMPLE_FMT_FLT
        case .mp3, .aac: AV_SAMPLE_FMT_FLTP
        case .flac: AV_SAMPLE_FMT_S16
        }
    }

    /// Private options of the encoder.
    var options: KeyValuePairs<String, Int64> {
        switch self {
        case .opus, .aac, .flac: [:]
        // Without a bit reservoir every frame can be decoded by itself, so a listener can start at
        // any.
        case .mp3: ["reservoir": 0]
        }
    }
}
