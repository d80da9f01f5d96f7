import CFFmpeg
import FFmpegCalls

/// How libavcodec is asked for a format.
extension ListenFormat {
    /// The encoder's name in libavcodec.
    var encoderName: String {
        switch self {
        case .oggOpus: "libopus"
        case .mp3: "libmp3lame"
        }
    }

    /// libavcodec's encoder, which is loaded if it has to be.
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

    /// In bits a second.
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

    /// What the encoder is asked for beside that.
    var options: KeyValuePairs<String, Int64> {
        switch self {
        case .oggOpus: [:]
        // A frame whose sound begins in frames before it could not be the first that somebody gets.
        case .mp3: ["reservoir": 0]
        }
    }
}
