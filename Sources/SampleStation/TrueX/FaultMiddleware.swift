import Advertising
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// Fails responses on request: `?fault=…`.
struct FaultMiddleware: RouterMiddleware {
    let clock: StationClock

    /// Neither JSON, audio nor a page.
    private static let garbage = "\u{1}\u{2}]}<"

    func handle(
        _ request: Request, context: ConnectionContext,
        next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        let fault: TruexFault? = try QueryFields(request).word("fault")
        switch fault {
        case nil:
            return try await next(request, context)
        case .slow:
            try await ListenerWaits(on: clock, until: context.channel)
                .sleepUntil(clock.elapsed() + TruexFault.slowness)
            return try await next(request, context)
        case .stall:
            return try await stalled(next(request, context), on: context.channel)
        case .failure:
            throw RequestRefusal("this failure was asked for", status: .internalServerError)
        case .garbage:
            return Response(
                status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: Self.garbage)))
        case .noBid:
            let body: JSONNode = ["error": "No bid found"]
            return try Response.json(body)
        }
    }

    /// Sends the head of a response, and nothing else until the player gives up.
    private func stalled(_ response: Response, on channel: any Channel) -> Response {
        let waits = ListenerWaits(on: clock, until: channel)
        let body = ResponseBody(contentLength: response.body.contentLength) { _ in
            while true { try await waits.sleepUntil(clock.elapsed() + .seconds(60)) }
        }
        return Response(status: response.status, headers: response.headers, body: body)
    }
}

/// Allows requests from any origin, and disables caching.
struct OpenAccessMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: ConnectionContext,
        next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// How a response of the ad server fails on request.
enum TruexFault: String, CaseIterable, Sendable {
    /// It is late.
    case slow

    /// Nothing follows its head.
    case stall

    case failure = "500"

    /// It is garbage.
    case garbage

    /// It has no ad.
    case noBid = "no-bid"

    static let slowness = Duration.seconds(3)
}
