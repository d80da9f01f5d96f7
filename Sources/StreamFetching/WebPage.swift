/// What a server sends in place of audio when it wants to talk to a browser.
enum WebPage {
    /// Whether a document that begins so is HTML.
    static func begins(with bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self).drop(while: \.isWhitespace).lowercased()
        return text.hasPrefix("<!doctype html") || text.hasPrefix("<html")
    }
}
