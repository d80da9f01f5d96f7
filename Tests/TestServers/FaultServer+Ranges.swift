extension FaultServer.Request {
    /// The position from which a header `Range: bytes=N-` requests the rest.
    package var firstByte: Int? {
        guard let range = headers["range"], range.hasPrefix("bytes="), range.hasSuffix("-") else {
            return nil
        }
        return Int(range.dropFirst(6).dropLast())
    }
}

extension [FaultServer.Step] {
    /// Answers `request` for `body` as a file server with byte ranges does. The connection ends
    /// after `count` bytes.
    package static func file(
        _ body: [UInt8], for request: FaultServer.Request, tag: String? = "\"a\"",
        type: String = "audio/mp4", endingAfter count: Int = .max
    ) -> Self {
        let start = request.firstByte ?? 0
        guard start < body.count else {
            return [
                .head(
                    "416 Range Not Satisfiable", "Content-Range: bytes */\(body.count)",
                    "Content-Length: 0")
            ]
        }
        var lines = [
            request.firstByte == nil ? "HTTP/1.1 200 OK" : "HTTP/1.1 206 Partial Content",
            "Content-Type: \(type)", "Accept-Ranges: bytes",
            "Content-Length: \(body.count - start)",
        ]
        if request.firstByte != nil {
            lines.append("Content-Range: bytes \(start)-\(body.count - 1)/\(body.count)")
        }
        if let tag { lines.append("ETag: \(tag)") }
        return [
            .text(lines.joined(separator: "\r\n") + "\r\n\r\n"),
            .send([UInt8](body[start...].prefix(count))),
        ]
    }
}
