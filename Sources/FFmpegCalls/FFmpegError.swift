import CFFmpeg

/// An FFmpeg function's own negative result, in its own words.
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

/// Passes a non-negative FFmpeg result through and throws any other.
@discardableResult
package func check(_ result: Int32) throws(FFmpegError) -> Int32 {
    guard result >= 0 else { throw FFmpegError(code: result) }
    return result
}
