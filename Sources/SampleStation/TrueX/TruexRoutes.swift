import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves players and publishers of the ad server: `/truex`.
struct TruexRoutes: Sendable {
    let adServer: TruexAdServer
    let files: FileRoutes
    let clock: StationClock

    /// For the ad's page: any page may embed it, and it loads nothing.
    private static let policy = """
        default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
        frame-ancestors *
        """

    func add(to router: Router<ConnectionContext>) {
        let truex = router.group("/truex")
            .add(middleware: OpenAccessMiddleware())
            .add(middleware: FaultMiddleware(clock: clock))
        truex.get("config") { request, _ in
            let asked = try TruexRequest(QueryFields(request))
            return try Response.json(await adServer.offer(asked, base: request.base))
        }
        truex.get("track") { request, _ in try await track(request) }
        truex.post("track") { request, _ in try await track(request) }
        truex.get("credits") { request, _ in
            let query = QueryFields(request).all
            let reply = await adServer.ask { service, _ in service.receiveCredit(query) }
            return Response(
                status: .ok, headers: [.contentType: "text/plain"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "\(reply.rawValue)")))
        }
        truex.get("log") { _, _ in
            try Response.json(await adServer.ask { service, _ in service.log })
        }
        addFiles(to: truex)
        router.post("/control/truex") { request, _ in
            guard let retries = try QueryFields(request).integer("retries"), retries >= 0 else {
                throw RequestRefusal("say ?retries=NUMBER")
            }
            await adServer.ask { service, _ in service.ledger.retries = retries }
            return Response(status: .noContent)
        }
    }

    private func addFiles(to truex: RouterGroup<ConnectionContext>) {
        truex.get("creative/:name") { request, context in
            var response = try await files.file(in: "truex", request, context)
            if response.headers[.contentType] == "text/html" {
                response.headers[.contentSecurityPolicy] = Self.policy
            }
            return response
        }
        truex.get("placeholder.wav") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "audio/wav"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: Silence.wav)))
        }
        truex.get("placeholder.js") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/javascript"],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(
                        string: "// For players: show true[X] here.\n")))
        }
    }

    private func track(_ request: Request) async throws -> Response {
        let beacon = try TruexBeacon(QueryFields(request))
        try await adServer.ask { service, now in try service.track(beacon, at: now) }
        return Response(status: .noContent)
    }
}
