import FoundationEssentials
import HTTPAccess
import MediaTime

/// Asks the routes of an ad back end (docs/station.md), and reads its answers.
struct BackEnd: Sendable {
    /// The service's, which the operator named.
    let address: WebAddress
    private let client: WebClient

    /// For what is pushed: the back end is silent for 15 s at a time, and longer on a bad network.
    private let pushClient: WebClient

    private static let answerLimit = Duration.seconds(20)
    private static let answerByteLimit = 8 << 20
    private static let pushStallLimit = Duration.seconds(45)

    /// `address` is the service's: what stands before `/api`.
    init(at address: WebAddress, environment: [String: String]) {
        var configuration = WebClientConfiguration(environment: environment)
        self.address = address
        client = WebClient(configuration: configuration)
        configuration.stallLimit = Self.pushStallLimit
        pushClient = WebClient(configuration: configuration)
    }

    /// Breaks off what is still going on.
    func close() async {
        await client.close()
        await pushClient.close()
    }

    /// Asks for `path`, and reads the answer as JSON.
    func ask<Answer: Decodable & Sendable>(
        _ method: WebRequest.Method = .get, _ path: String, sending body: (any Encodable)? = nil,
        for answer: Answer.Type = Answer.self
    ) async throws(BackEndFailure) -> Answer {
        let document = try await exchange(method, path, body)
        do {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .secondsSince1970
            return try decoder.decode(answer, from: Data(document.bytes))
        } catch {
            throw .refused(
                SessionError(.generic, "\(document.address): not the answer that was asked for"))
        }
    }

    /// Asks for `path`, and drops what is answered.
    func tell(
        _ method: WebRequest.Method, _ path: String, sending body: (any Encodable)? = nil
    ) async throws(BackEndFailure) {
        _ = try await exchange(method, path, body)
    }

    /// Opens what is pushed at `path` after event `lastID`; `nil` for all that is kept.
    func openEvents(_ path: String, after lastID: String?) async throws -> WebResponse {
        var request = try request(for: path)
        request.headers = [.accept("text/event-stream")]
        if let lastID { request.headers.append(.lastEventID(lastID)) }
        return try await pushClient.open(request)
    }
}

extension BackEnd {
    private func request(for path: String) throws(BackEndFailure) -> WebRequest {
        guard let target = WebAddress(path, relativeTo: address) else {
            throw .refused(SessionError(.generic, "\(path) is no address"))
        }
        return WebRequest(
            target, from: .typed, credentials: HostCredentials([], for: address))
    }

    private func exchange(
        _ method: WebRequest.Method, _ path: String, _ body: (any Encodable)?
    ) async throws(BackEndFailure) -> WebDocument {
        var request = try request(for: path)
        request.method = method
        let reply: WebReply
        do {
            if let body {
                request.headers = [.contentType("application/json")]
                request.body = Array(try JSONEncoder().encode(body))
            }
            reply = try await client.exchange(
                request, maximumByteCount: Self.answerByteLimit, within: Self.answerLimit)
        } catch {
            throw BackEndFailure(error)
        }
        guard reply.isGood else { throw BackEndFailure(refusal: reply) }
        return reply.document
    }
}

extension BackEndFailure {
    /// Reads `{"error","message"}`, or takes the type of error from the status.
    fileprivate init(refusal reply: WebReply) {
        let kind: SessionError.Kind =
            switch reply.status {
            case 401: .authentication
            case 403: .security
            case 404: .stream
            case 429, 500...: .connection
            default: .generic
            }
        let words = "\(reply.document.address): the service answers \(reply.status)"
        // Not every server in between answers in JSON; its status is what is known then.
        let stated = try? JSONDecoder().decode(
            SessionError.self, from: Data(reply.document.bytes))
        let error = stated ?? SessionError(kind, words)
        self = reply.status == 429 || reply.status >= 500 ? .undelivered(error) : .refused(error)
    }
}
