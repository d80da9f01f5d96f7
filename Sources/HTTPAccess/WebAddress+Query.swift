import FoundationEssentials

extension WebAddress {
    /// The fields of the query, decoded. Of two with one name the first counts.
    package var query: [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    /// The address with more fields at the end of its query, which must need no encoding; `nil` if
    /// it becomes too long.
    package func adding(_ fields: [(name: String, value: String)]) -> WebAddress? {
        guard !fields.isEmpty else { return self }
        let text = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return WebAddress("\(self)\(url.query() == nil ? "?" : "&")\(text)")
    }
}
