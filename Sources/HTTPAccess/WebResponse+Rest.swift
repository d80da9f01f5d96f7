extension WebResponse {
    /// A strong `ETag` (RFC 9110, 8.8.3), if the server also supports ranges.
    private var tag: String? {
        guard self[header: "accept-ranges"]?.lowercased() == "bytes",
            let tag = self[header: "etag"], tag.hasPrefix("\"")
        else { return nil }
        return tag
    }

    /// Whether ``rest(from:)`` may return the rest of the body after an interruption.
    package var isResumable: Bool { tag != nil && contentLength != nil }

    /// Requests the same bytes from `position` on (RFC 9110, 13.1.5 and 14.2).
    ///
    /// Returns `nil` if the server has other bytes by now, or sends another range. Throws as
    /// ``WebClient/open(_:)`` does.
    package func rest(from position: Int) async throws -> WebResponse? {
        guard let tag, let contentLength else { return nil }
        var request = request
        request.headers += [.bytes(from: position), .ifTagged(tag)]
        let rest = try await client.open(request)
        let range = "bytes \(position)-\(contentLength - 1)/\(contentLength)"
        return rest.status == 206 && rest[header: "content-range"] == range ? rest : nil
    }
}
