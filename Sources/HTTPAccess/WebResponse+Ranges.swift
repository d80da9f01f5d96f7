extension WebResponse {
    /// What identifies the body.
    private var identity: BodyIdentity {
        let tag = self[header: "etag"].flatMap { $0.hasPrefix("\"") ? $0 : nil }
        return BodyIdentity(tag: tag, date: self[header: "last-modified"], size: contentLength)
    }

    /// Whether the rest of the body may be requested after an interruption: the server supports
    /// ranges, and can tell that it still has the same body.
    package var isResumable: Bool {
        self[header: "accept-ranges"]?.lowercased() == "bytes" && identity.validator != nil
            && contentLength != nil
    }

    /// Requests the same body from byte `position` on (RFC 9110, 13.1.5 and 14.2). Call on the
    /// response with the whole body.
    ///
    /// Throws as ``WebClient/open(_:)`` does, but not for the status 416.
    package func range(from position: Int) async throws -> RangeAnswer {
        let identity = identity
        var request = request
        request.headers.append(.bytes(from: position))
        if let validator = identity.validator { request.headers.append(.ifRange(validator)) }
        do {
            let answer = try await client.open(request)
            let isPart = answer.status == 206
            let range = isPart ? answer[header: "content-range"].flatMap(ContentRange.init) : nil
            var answered = answer.identity
            if isPart { answered.size = nil }
            switch identity.judge(answered, range, from: position) {
            case .part(let bytes): return .part(answer, bytes)
            case .refused: return .refused
            case .changed: return .changed
            }
        } catch let error as HTTPAccessError {
            guard case .status(416, _) = error.reason else { throw error }
            return .refused
        }
    }

    /// Requests the whole body again. Returns `nil` if the server has another one by now.
    package func again() async throws -> WebResponse? {
        let answer = try await client.open(request)
        return identity.contradicts(answer.identity) ? nil : answer
    }
}
