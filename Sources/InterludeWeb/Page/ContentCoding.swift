/// How a body is written (RFC 9110, 8.4).
enum ContentCoding: Hashable, Sendable {
    case identity
    case gzip

    /// The one to choose for who asks with this `Accept-Encoding`; `nil` if there is none.
    init(accepted field: String?) {
        let choices = (field ?? "").lowercased().split(separator: ",").map(Choice.init)
        let choice =
            choices.first { $0.name == "gzip" || $0.name == "x-gzip" }
            ?? choices.first { $0.name == "*" }
        self = (choice?.weight ?? 0) > 0 ? .gzip : .identity
    }

    /// One of those that a field lists, as `gzip;q=0.5`.
    private struct Choice {
        let name: String
        let weight: Double

        init(_ text: Substring) {
            let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            name = parts.first ?? ""
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            self.weight = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        }
    }
}
