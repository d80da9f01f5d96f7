import FoundationEssentials
import HTTPAccess
import MediaTime

/// A client of an ad service (docs/station.md).
struct ServiceClient: Sendable {
    /// The address of the service, from the operator.
    let address: WebAddress
    private let client: WebClient

    /// For pushes: the service is silent for 15 s at a time, and longer on a bad network.
    private let pushClient: WebClient

    private static let answerLimit = Duration.seconds(20)
    private static let answerByteLimit = 8 << 20
    private static let pushStallLimit = Duration.seconds(45)

    /// `address` is that of the service, without `/api`.
    init(at address: WebAddress, environment: [String: String]) {
        var configuration = WebClientConfiguration(environment: environment)
        self.address = address
        client = WebClient(configuration: configuration)
        configuration.stallLimit = Self.pushStallLimit
        pushClient = WebClient(configuration: configuration)
    }

    /// Cancels all requests.
    func close() async {
        await client.close()
        await pushClient.close()
    }

    /// Requests `path`, and decodes the answer as JSON.
    func ask<Answer: Decodable & Sendable>(
        _ method: WebRequest.Method = .get, _ path: String, sending body: (any Encodable)? = nil,
        for answer: Answer.Type = Answer.self
    ) async throws(ServiceFailure) -> Answer {
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

    /// Requests `path`, and ignores the answer.
    func tell(
        _ method: WebRequest.Method, _ path: String, sending body: (any Encodable)? = nil
    ) async throws(ServiceFailure) {
        _ = try await exchange(method, path, body)
    }

    /// Opens the pushes at `path` after event `lastID`; `nil` for all that are kept.
    func openEvents(_ path: String, after lastID: String?) async throws -> WebResponse {
        var request = try request(for: path)
        request.headers = [.accept("text/event-stream")]
        if let lastID { request.headers.append(.lastEventID(lastID)) }
        return try await pushClient.open(request)
    }
}

extension ServiceClient {
    private func request(for path: String) throws(ServiceFailure) -> WebRequest {
        guard let target = WebAddress(path, relativeTo: address) else {
            throw .refused(SessionError(.generic, "\(path) is no address"))
        }
        return WebRequest(
            target, from: .typed, credentials: HostCredentials([], for: address))
    }

    private func exchange(
        _ method: WebRequest.Method, _ path: String, _ body: (any Encodable)?
    ) async throws(ServiceFailure) -> WebDocument {
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
            throw ServiceFailure(error)
        }
        guard reply.isGood else { throw ServiceFailure(refusal: reply) }
        return reply.document
    }
}

extension ServiceFailure {
    /// Parses `{"error","message"}`, or derives the type of error from the status.
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
        // A proxy may answer without JSON; then only the status is known.
        let stated = try? JSONDecoder().decode(
            SessionError.self, from: Data(reply.document.bytes))
        let error = stated ?? SessionError(kind, words)
        let isPostponed = reply.status == 429 || reply.status >= 500
        self = isPostponed ? .postponed(error, wait: reply.retryAfter) : .refused(error)
    }
}

/// Why a request to the ad service failed.
enum ServiceFailure: Error, Hashable {
    /// The service has refused the request for good.
    case refused(SessionError)

    /// The request did not get through, and may be sent again.
    case undelivered(SessionError)

    /// The service does not accept the request now, and it may be sent again after the wait that the
    /// service requests; `nil` if it requests none.
    case postponed(SessionError, wait: Duration?)

    /// The request may have been accepted; sent again, it could count twice.
    case uncertain(SessionError)

    /// The client was closed, or the task was cancelled.
    case cancelled

    /// The failure in the terms of rule M1.
    var sessionError: SessionError {
        switch self {
        case .refused(let error), .undelivered(let error), .postponed(let error, _),
            .uncertain(let error):
            error
        case .cancelled: SessionError(.generic, "the session was terminated meanwhile")
        }
    }
}

extension ServiceFailure {
    init(_ error: any Error) {
        switch error {
        case let error as ServiceFailure: self = error
        case let error as HTTPAccessError:
            let words = SessionError(.connection, error.description)
            self = error.reason.isBeforeSending ? .undelivered(words) : .uncertain(words)
        case is CancellationError: self = .cancelled
        default: self = .refused(SessionError(.generic, "\(error)"))
        }
    }
}

extension HTTPAccessError.Reason {
    /// Whether the request may be sent again without counting twice: it cannot have reached the
    /// server, or the server was too busy to accept it.
    var isUndelivered: Bool {
        if case .status(let status, _) = self { return status == 429 || status >= 500 }
        return isBeforeSending
    }

    /// Whether the request cannot have reached the server.
    fileprivate var isBeforeSending: Bool {
        switch self {
        case .unknownHost, .refused, .unreachable, .connectTimedOut, .untrusted, .proxy,
            .forbiddenAddress, .invalidRequest, .tooManyOpenFiles:
            true
        case .noAnswer, .stalled, .tookTooLong, .brokenOff, .status, .tooLarge, .encoded,
            .undecodable, .tooManyRedirects, .redirectedAstray, .notHTTP:
            false
        }
    }
}
