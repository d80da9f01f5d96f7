import Interlude

/// The first bytes of a picture.
enum PictureFuzz: FuzzTarget {
    static let name = "picture"
    static let kind = FuzzKind.text
    static let words = [
        "<svg", "<?xml", "<!--", "-->", "<!DOCTYPE", ">", "\u{FEFF}", "GIF8", "RIFF", "WEBP",
        "ftypavif",
    ]

    static func run(_ bytes: [UInt8]) {
        if let picture = AdPicture(bytes) { precondition(picture.bytes == bytes) }
    }
}
