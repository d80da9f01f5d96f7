/// Recognises HTML that a server sends in place of audio.
enum WebPage {
    /// Whether `bytes` are the beginning of an HTML document.
    static func begins(with bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).drop(while: \.isWhitespace).lowercased()
        return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
    }
}
