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
