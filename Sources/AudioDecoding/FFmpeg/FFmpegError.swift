import CFFmpeg

/// An FFmpeg function's own negative result, in its own words.
struct FFmpegError: Error, Hashable {
    let code: Int32
}

extension FFmpegError: CustomStringConvertible {
    var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) {
            av_strerror(code, $0.baseAddress, $0.count)
            return String(cString: $0.baseAddress!)
        }
    }
}

/// Passes a non-negative FFmpeg result through and throws any other.
@discardableResult
func check(_ result: Int32) throws(FFmpegError) -> Int32 {
    guard result >= 0 else { throw FFmpegError(code: result) }
    return result
}

/// Passes on what FFmpeg allocated. Without memory nothing of ours could go on either.
func allocated<Pointee>(
    _ pointer: UnsafeMutablePointer<Pointee>?
) -> UnsafeMutablePointer<Pointee> {
    guard let pointer else { fatalError("out of memory") }
    return pointer
}

/// Keeps FFmpeg from writing to standard error. What went wrong comes as a result, and is told
/// by whoever called.
enum FFmpegLog {
    static let isSilenced: Bool = {
        av_log_set_level(AV_LOG_QUIET)
        return true
    }()
}
