import Foundation
import MediaTime

/// The part of a file that a request asks for (RFC 9110, 14.1.2 and 14.2).
package enum FilePart: Hashable, Sendable {
    case whole
    case bytes(ClosedRange<Int>)
    /// What begins beyond the file's end.
    case beyond

    /// Reads the field `Range` of a request, for a file of so many bytes.
    ///
    /// A field that is not understood, or asks for several parts, is passed over, as the standard
    /// allows.
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

    /// What `digits` say, or the greatest number there is if that is too small; `nil` without any.
    private static func number(_ digits: Substring) -> Int? {
        digits.isEmpty ? nil : Int(digits) ?? .max
    }
}

/// A file as it is now.
struct ServedFile: Sendable {
    let path: String
    let byteCount: Int

    /// Names these very bytes: a strong `ETag` (RFC 9110, 8.8.3).
    let tag: String

    /// `nil` if there is no file at `path`, or something else than one.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.path = path
        byteCount = Int(status.st_size)
        let time = status.st_mtim
        tag = "\"\(time.tv_sec)-\(time.tv_nsec)-\(byteCount)\""
    }
}

/// The media types of the files that a station serves.
enum ContentType {
    /// By the file's extension; `application/octet-stream` for one that is not known.
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
