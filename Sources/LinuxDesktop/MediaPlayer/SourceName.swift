import FoundationEssentials

/// Names derived from a source, until the stream sends its own.
struct SourceName: Hashable, Sendable {
    let title: String

    /// The host of the station; `nil` for a file or a pipe.
    let station: String?

    /// The address without name and password; `nil` for a pipe.
    let address: String?

    /// `source` is an http(s) address, a file, or `-`.
    init(_ source: String) {
        if source == "-" {
            (title, station, address) = ("standard input", nil, nil)
        } else if source.contains("://"), var parts = URLComponents(string: source) {
            (parts.user, parts.password) = (nil, nil)
            let last = parts.path.split(separator: "/").last.map(String.init)
            title = last ?? parts.host ?? source
            station = parts.host
            address = parts.string
        } else {
            let file = URL(filePath: source)
            title = file.deletingPathExtension().lastPathComponent
            station = nil
            address = file.absoluteString
        }
    }
}
