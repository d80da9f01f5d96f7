import HTTPServing
import HTTPTypes
import Hummingbird
import MediaTime

/// Serves players: `/api/sessions` and below, and `/api/log`.
struct SessionRoutes: Sendable {
    let adServer: AdServer

    func add(to router: Router<ConnectionContext>) {
        let sessions = router.group("/api/sessions")
        sessions.post { try await start($0, $1) }
        sessions.delete(":session") { _, context in
            try await adServer.end(session(context))
            return Response(status: .noContent)
        }
        sessions.get(":session/streams") { _, context in
            let id = try session(context)
            return try await Response.json(
                adServer.ask { service, _ in try service.streams(for: id) })
        }
        sessions.get(":session/streams/:stream") { _, context in
            let id = try session(context)
            let stream = try context.stream()
            return try await Response.json(
                adServer.ask { service, _ in try service.stream(stream, for: id) })
        }
        sessions.get(":session/events") { try await events($0, $1) }
        addListening(to: sessions)
        router.get("/api/log") { _, _ in
            try await Response.json(adServer.ask { service, _ in service.log })
        }
    }

    private func addListening(to sessions: RouterGroup<ConnectionContext>) {
        sessions.post(":session/play") { request, context in
            let id = try session(context)
            let play = try await request.json(PlayRequest.self, context)
            return try await Response.json(
                adServer.ask { service, now in try service.play(play, for: id, at: now) })
        }
        sessions.post(":session/stop") { _, context in
            let id = try session(context)
            try await adServer.ask { service, _ in try service.stop(id) }
            return Response(status: .noContent)
        }
        sessions.post(":session/finish-reports") { request, context in
            let id = try session(context)
            let report = try await request.json(FinishReport.self, context)
            return try await Response.json(
                adServer.ask { service, _ in try service.finish(report, for: id) })
        }
        sessions.post(":session/click-reports") { request, context in
            let id = try session(context)
            let report = try await request.json(ClickReport.self, context)
            try await adServer.ask { service, _ in try service.click(report, for: id) }
            return Response(status: .noContent)
        }
    }

    private func start(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let base = request.base
        let asked = try await request.json(SessionRequest.self, context)
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        let answer = try await adServer.ask { service, _ in
            try service.start(asked, id: id, base: base)
        }
        return try Response.json(answer, status: .created)
    }

    private func events(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let lastHad = request.headers[.lastEventID].flatMap { Int($0) } ?? 0
        let events = try await adServer.events(of: session(context), after: lastHad)
        let base = request.base
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-cache",
                .connection: "close",
            ],
            body: StationEventFeed(events: events, base: base).body(for: request))
    }

    private func session(_ context: ConnectionContext) throws -> String {
        try context.parameters.require("session")
    }
}

extension ConnectionContext {
    /// The stream in the path.
    func stream() throws -> Int {
        let name = try parameters.require("stream")
        guard let id = Int(name) else { throw SessionError(.stream, "there is no stream \(name)") }
        return id
    }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
