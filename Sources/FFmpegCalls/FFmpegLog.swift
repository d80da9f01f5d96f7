import CFFmpeg

/// Keeps FFmpeg from writing to standard error. What went wrong comes as a result, and is told
/// by whoever called.
package enum FFmpegLog {
    package static let isSilenced: Bool = {
        av_log_set_level(AV_LOG_QUIET)
        return true
    }()
}
