import AsyncHTTPClient
import MediaTime

extension WebClient {
    /// Sends `request`, follows redirects, and returns the whole response, whatever its status. For
    /// services that explain errors in the body.
    ///
    /// Throws as ``download(_:maximumByteCount:within:onBytes:)`` does, except for a status.
    package func exchange(
        _ request: WebRequest, maximumByteCount: Int, within limit: Duration
    ) async throws -> WebReply {
        try await finish(request, within: limit) {
            var request = request
            for _ in 0...self.configuration.redirectLimit {
                let answer = try await self.ask(for: request)
                guard answer.isRedirect else {
                    let response = WebResponse(answer, to: request, client: self)
                    return WebReply(
                        status: Int(answer.status.code),
                        document: try await response.document(maximumByteCount: maximumByteCount))
                }
                request = try request.redirected(by: answer)
            }
            throw HTTPAccessError(
                .tooManyRedirects(limit: self.configuration.redirectLimit), at: request.address)
        }
    }
}
