import AsyncHTTPClient
import MediaTime
import NIOCore
import Synchronization

/// Sends HTTP requests, within the limits of its configuration.
///
/// All network traffic of Interlude goes through here. Callable from any thread.
package final class WebClient: Sendable {
    package let configuration: WebClientConfiguration

    /// One client for each route, made on first use; `nil` after ``close()``.
    private let clients = Mutex<[ConnectionRoute: HTTPClient]?>([:])

    package init(configuration: WebClientConfiguration) {
        self.configuration = configuration
    }

    deinit {
        let remaining = Self.takeAll(from: clients)
        guard !remaining.isEmpty else { return }
        Task { await Self.shutDown(remaining) }
    }

    /// Cancels pending requests, and closes every connection.
    ///
    /// Later requests throw `CancellationError`.
    package func close() async {
        await Self.shutDown(Self.takeAll(from: clients))
    }

    /// Sends `request`, follows redirects, and returns as soon as the head of a successful response
    /// (2xx) has arrived; 304 is one if the request has conditions.
    ///
    /// Throws an ``HTTPAccessError``, or `CancellationError`.
    package func open(_ request: WebRequest) async throws -> WebResponse {
        var request = request
        for _ in 0...configuration.redirectLimit {
            let response = try await ask(for: request)
            if request.expects(response.status.code) {
                return WebResponse(response, to: request, client: self)
            }
            request = try request.redirected(by: response)
        }
        throw HTTPAccessError(
            .tooManyRedirects(limit: configuration.redirectLimit), at: request.address)
    }

    /// Sends `request` and returns the whole body.
    ///
    /// Throws an ``HTTPAccessError`` if the body is larger than `maximumByteCount` or not complete
    /// within `limit`, or as ``open(_:)`` does. `onBytes` is called with 0 when the response
    /// begins, and then with the size of each chunk before that is stored. An error that it throws
    /// ends the download.
    package func download(
        _ request: WebRequest, maximumByteCount: Int, within limit: Duration,
        onBytes: @escaping @Sendable (Int) throws -> Void = { _ in },
        inspect: @escaping @Sendable ([UInt8]) throws -> Void = { _ in }
    ) async throws -> WebDocument {
        try await finish(request, within: limit) {
            let response = try await self.open(request)
            try onBytes(0)
            return try await response.document(
                maximumByteCount: maximumByteCount, onBytes: onBytes, inspect: inspect)
        }
    }

    /// Returns the result of `work` for `request`, or throws after `limit`.
    package func finish<Result: Sendable>(
        _ request: WebRequest, within limit: Duration,
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            defer { group.cancelAll() }
            group.addTask(operation: work)
            group.addTask {
                try await self.configuration.clock.sleep(for: limit)
                throw HTTPAccessError(.tookTooLong(limit), at: request.address)
            }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}

extension WebClient {
    /// Sends one request, and returns the response, whatever its status.
    func ask(for request: WebRequest) async throws -> HTTPClientResponse {
        let address = request.address
        let rule = configuration.addressRule
        guard let reach = rule.reach(of: address, from: request.provenance) else {
            throw HTTPAccessError(.forbiddenAddress, at: address)
        }
        let route = ConnectionRoute(to: address, within: reach, proxies: configuration.proxies)
        if reach == .publicNetwork, route.isByProxy {
            try await requirePublicName(of: address)
        }
        let response: HTTPClientResponse
        do {
            response = try await client(for: route).execute(
                request.message(over: route, userAgent: configuration.userAgent),
                deadline: .now()
                    + TimeAmount(configuration.connectLimit + configuration.answerLimit))
        } catch {
            try HTTPAccessError.rethrowCancellation(of: error)
            let failure = HTTPAccessError(
                .init(error, host: address.host, over: route), at: address)
            // Nobody listens at a forbidden address, so the connection did not come to be checked.
            if reach == .publicNetwork, !route.isByProxy, failure.reason.isOfConnecting {
                try await requirePublicName(of: address)
            }
            throw failure
        }
        if let coding = response.bodyCoding, !request.accepts(coding) {
            throw HTTPAccessError(.encoded(coding), at: address)
        }
        return response
    }

    /// Throws if the host's name resolves to an address that is forbidden for documents.
    ///
    /// A connection to a proxy does not show the host's address, so the name is resolved here too.
    /// Behind some proxies names cannot be resolved; then the proxy decides.
    private func requirePublicName(of address: WebAddress) async throws {
        let addresses = await configuration.lookUp(address.host)
        try Task.checkCancellation()
        guard addresses.allSatisfy(\.isPublic) else {
            throw HTTPAccessError(.forbiddenAddress, at: address)
        }
    }

    private func client(for route: ConnectionRoute) throws -> HTTPClient {
        try clients.withLock { clients in
            if let client = clients?[route] { return client }
            guard clients != nil else { throw CancellationError() }
            let client = HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: .init(for: route, as: configuration))
            clients?[route] = client
            return client
        }
    }

    private static func takeAll(
        from clients: borrowing Mutex<[ConnectionRoute: HTTPClient]?>
    ) -> [HTTPClient] {
        clients.withLock { clients in
            defer { clients = nil }
            return clients.map { Array($0.values) } ?? []
        }
    }

    private static func shutDown(_ clients: [HTTPClient]) async {
        for client in clients {
            // try?: it fails only for pending requests, which have already received an error.
            try? await client.shutdown()
        }
    }
}

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
                        status: Int(answer.status.code), retryAfter: answer.headers.retryAfter,
                        document: try await response.document(maximumByteCount: maximumByteCount))
                }
                request = try request.redirected(by: answer)
            }
            throw HTTPAccessError(
                .tooManyRedirects(limit: self.configuration.redirectLimit), at: request.address)
        }
    }
}

extension HTTPAccessError.Reason {
    /// Whether the host has an address, and no connection to it came about.
    fileprivate var isOfConnecting: Bool {
        switch self {
        case .refused, .unreachable, .connectTimedOut: true
        default: false
        }
    }
}
