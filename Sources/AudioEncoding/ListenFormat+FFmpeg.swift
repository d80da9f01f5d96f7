import CFFmpeg
import FFmpegCalls

/// The libavcodec settings of a format.
extension ListenFormat {
    /// The encoder's name in libavcodec.
    var encoderName: String {
        switch self {
        case .oggOpus: "libopus"
        case .mp3: "libmp3lame"
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

    /// In bits per second.
    var bitRate: Int64 {
        switch self {
        case .oggOpus: 128_000
        case .mp3: 192_000
        }
    }

    var sampleFormat: AVSampleFormat {
        switch self {
        case .oggOpus: AV_SAMPLE_FMT_FLT
        case .mp3: AV_SAMPLE_FMT_FLTP
        }
    }

    /// Private options of the encoder.
    var options: KeyValuePairs<String, Int64> {
        switch self {
        case .oggOpus: [:]
        // Without a bit reservoir every frame can be decoded by itself, so a listener can start at
        // any.
        case .mp3: ["reservoir": 0]
        }
    }
}
