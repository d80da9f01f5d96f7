import Foundation
import HTTPAccess
import SampleStation
import Testing

/// Operates the sample station's controls.
struct Operator {
    let base: String
    private let client = WebClient(configuration: WebClientConfiguration())

    init(base: String) {
        self.base = base
    }

    @discardableResult
    func ask(_ method: WebRequest.Method, _ path: String, _ body: String = "") async throws -> Data
    {
        let address = try #require(WebAddress(base + path))
        var request = WebRequest(address, from: .typed, headers: [])
        request.method = method
        request.body = Array(body.utf8)
        let reply = try await client.exchange(
            request, maximumByteCount: 1 << 20, within: .seconds(20))
        #expect(reply.isGood, "\(path): \(reply.status)")
        return Data(reply.document.bytes)
    }

    /// Every report that the station has received.
    func log() async throws -> ReportLog {
        try JSONDecoder().decode(ReportLog.self, from: try await ask(.get, "/api/log"))
    }
}
