import FoundationEssentials

/// What a source can be called as long as it does not say so itself.
struct SourceName: Hashable, Sendable {
    let title: String

    /// Who sends it; `nil` for what is no station's.
    let station: String?

    /// Its address, without the name and password that may stand in it; `nil` for a pipe.
    let address: String?

    /// `source` is what an operator wrote: an http(s) address, a file, or `-`.
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
