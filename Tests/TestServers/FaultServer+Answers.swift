extension FaultServer.Step {
    /// The head of a response.
    package static func head(_ status: String = "200 OK", _ headers: String...) -> Self {
        .text((["HTTP/1.1 \(status)"] + headers).joined(separator: "\r\n") + "\r\n\r\n")
    }

    /// One chunk of a body with `Transfer-Encoding: chunked`; an empty one ends it.
    package static func chunk(_ bytes: [UInt8]) -> Self {
        .send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8))
    }
}

extension [FaultServer.Step] {
    /// A whole response with a length.
    package static func answer(
        _ body: [UInt8] = [], status: String = "200 OK", type: String = "audio/mpeg"
    ) -> Self {
        [.head(status, "Content-Type: \(type)", "Content-Length: \(body.count)"), .send(body)]
    }

    package static func redirect(to location: String, status: String = "302 Found") -> Self {
        [.head(status, "Location: \(location)", "Content-Length: 0")]
    }
}
