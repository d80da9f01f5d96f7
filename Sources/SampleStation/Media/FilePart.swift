import Glibc
import MediaTime

/// The part of a file that a request asks for (RFC 9110, 14.1.2 and 14.2).
package enum FilePart: Hashable, Sendable {
    case whole
    case bytes(ClosedRange<Int>)
    /// The part begins beyond the end of the file.
    case beyond

    /// Parses the `Range` field of a request for a file of `byteCount` bytes.
    ///
    /// An invalid field, or one with several ranges, is ignored, as the standard allows.
    package init(_ field: String?, ofFileWith byteCount: Int) {
        guard let ends = field?.wholeMatch(of: /bytes= *([0-9]*)-([0-9]*) */.ignoresCase()) else {
            self = .whole
            return
        }
        switch (Self.number(ends.1), Self.number(ends.2)) {
        case (nil, nil): self = .whole
        case (nil, let count?):
            let isSome = count > 0 && byteCount > 0
            self = isSome ? .bytes(max(0, byteCount - count)...byteCount - 1) : .beyond
        case (let first?, let last?) where last < first: self = .whole
        case (let first?, let last):
            let end = byteCount - 1
            self = first <= end ? .bytes(first...min(last ?? end, end)) : .beyond
        }
    }

    /// The number in `digits`, at most `Int.max`; `nil` for any other text.
    private static func number(_ digits: Substring) -> Int? {
        digits.isEmpty ? nil : Int(digits) ?? .max
    }
}

/// A file at the time of a request.
struct ServedFile: Sendable {
    let path: String
    let byteCount: Int

    /// A strong `ETag` of the file's content (RFC 9110, 8.8.3).
    let tag: String

    /// `nil` if there is no regular file at `path`.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        byteCount = Int(status.st_size)
        let time = status.st_mtim
        tag = "\"\(time.tv_sec)-\(time.tv_nsec)-\(byteCount)\""
    }
}

/// Media types of served files.
enum ContentType {
    /// By the file's extension; `application/octet-stream` if it is unknown.
    static func forFile(named name: String) -> String {
        let lastPart = name.split(separator: ".").last ?? ""
        return known[lastPart.lowercased()] ?? "application/octet-stream"
    }

    private static let known = [
        "mp3": "audio/mpeg", "aac": "audio/aac", "m4a": "audio/mp4", "mp4": "video/mp4",
        "ogg": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav",
        "png": "image/png", "jpg": "image/jpeg", "svg": "image/svg+xml",
        "json": "application/json", "html": "text/html",
    ]
}
