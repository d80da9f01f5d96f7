import CFFmpeg

/// The negative result of an FFmpeg function. Its description is FFmpeg's own.
package struct FFmpegError: Error, Hashable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }
}

extension FFmpegError: CustomStringConvertible {
    package var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) {
            av_strerror(code, $0.baseAddress, $0.count)
            return String(cString: $0.baseAddress!)
        }
    }
}

/// Returns a non-negative FFmpeg result, and throws a negative one.
@discardableResult
package func check(_ result: Int32) throws(FFmpegError) -> Int32 {
    guard result >= 0 else { throw FFmpegError(code: result) }
    return result
}
