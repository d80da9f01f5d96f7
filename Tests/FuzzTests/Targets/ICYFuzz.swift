import AdCues
import StreamFetching

/// The body of an ICY stream: the first byte is the interval of its metadata, the second the
/// split of the body into chunks.
enum ICYFuzz: FuzzTarget {
    static let name = "icy"
    static let kind = FuzzKind.binary
    static let words = [
        "StreamTitle='", "';", "StreamUrl='", "=", ";", "'", "\u{0}", "\u{1}", "adw_ad='true';",
    ]

    static func run(_ bytes: [UInt8]) {
        guard bytes.count > 2 else { return }
        let body = bytes[2...]
        _ = ICYMetadata(parsing: body)
        var whole = ICYDemuxer(metadataInterval: Int(bytes[0]))
        var pieces = whole
        let output = whole.demux(body)
        var joined = pieces.demux([])
        var rest = body
        while !rest.isEmpty {
            let part = pieces.demux(rest.prefix(Int(bytes[1]) + 1))
            joined.audio += part.audio
            joined.blocks += part.blocks
            rest = rest.dropFirst(Int(bytes[1]) + 1)
        }
        precondition(joined == output, "the chunks change what comes out")
    }
}
