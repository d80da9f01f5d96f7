import Advertising
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// Lets answers fail as their requests ask: `?fault=…`.
struct FaultMiddleware: RouterMiddleware {
    let clock: StationClock

    /// What nobody takes for JSON, sound, or a page.
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

    /// The head of a response, and then nothing until the player gives up.
    private func stalled(_ response: Response, on channel: any Channel) -> Response {
        let waits = ListenerWaits(on: clock, until: channel)
        let body = ResponseBody(contentLength: response.body.contentLength) { _ in
            while true { try await waits.sleepUntil(clock.elapsed() + .seconds(60)) }
        }
        return Response(status: response.status, headers: response.headers, body: body)
    }
}

/// Lets pages from anywhere ask, and keeps answers out of caches.
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

/// How an answer of the ad server may fail, if a request asks for it.
enum TruexFault: String, CaseIterable, Sendable {
    /// The answer comes late.
    case slow

    /// After the head comes nothing more, and no end.
    case stall

    case failure = "500"

    /// The answer is something else altogether.
    case garbage

    /// There is no ad.
    case noBid = "no-bid"

    static let slowness = Duration.seconds(3)
}
