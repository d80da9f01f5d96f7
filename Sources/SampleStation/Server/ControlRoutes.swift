import HTTPServing
import HTTPTypes
import Hummingbird

/// Serves operators and tests: `/control`.
struct ControlRoutes: Sendable {
    let adServer: AdServer

    /// The number of sessions that were told.
    private struct Told: Encodable {
        var sessions: Int
    }

    func add(to router: Router<ConnectionContext>) {
        let control = router.group("/control")
        addAdvertising(to: control)
        addStreams(to: control)
        control.post("mute") { request, _ in try await setMute(.muted, request) }
        control.post("unmute") { request, _ in try await setMute(.unmuted, request) }
        control.post("fail") { request, _ in
            let name = request.uri.queryParameters["error"] ?? "generic"
            guard let kind = SessionError.Kind(rawValue: String(name)) else {
                let known = SessionError.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw SessionError(.generic, "error is one of \(known)")
            }
            try await adServer.ask { service, _ in service.failures.append(kind) }
            return Response(status: .noContent)
        }
    }

    private func addAdvertising(to control: RouterGroup<ConnectionContext>) {
        control.post("push") { request, _ in
            let instruction = try PlayInStreamAdInstruction(
                count: request.number("count", or: 1), streamId: request.number("stream", or: 1),
                type: source(request, or: .inStream))
            return try await told(adServer.operate { service in try service.push(instruction) })
        }
        control.post("group") { request, _ in
            let instruction = try PlayAdGroupInstruction(
                adGroupId: request.number("group"), streamId: request.number("stream", or: 1),
                type: source(request, or: .group))
            return try await told(adServer.operate { service in try service.push(instruction) })
        }
        control.post("retire") { request, _ in
            guard let spot = request.adID("spot") else {
                throw SessionError(.generic, "say ?spot=ID")
            }
            let replacement = request.adID("replacement")
            try await adServer.ask { service, _ in
                try service.retire(spot, replacement: replacement)
            }
            return Response(status: .noContent)
        }
    }

    private func addStreams(to control: RouterGroup<ConnectionContext>) {
        control.post("streams") { request, context in
            let change = try await request.json(StreamChange.self, context)
            let stream = try await adServer.addStream(change)
            return try Response.json(stream.located(at: request.base), status: .created)
        }
        control.patch("streams/:stream") { request, context in
            let id = try context.stream()
            let change = try await request.json(StreamChange.self, context)
            let stream = try await adServer.updateStream(id, change)
            return try Response.json(stream.located(at: request.base))
        }
        control.delete("streams/:stream") { _, context in
            let id = try context.stream()
            return try await told(adServer.operate { service in try service.removeStream(id) })
        }
    }

    private func setMute(_ mute: StreamerMute, _ request: Request) async throws -> Response {
        let stream = try request.number("stream", or: 1)
        return try await told(adServer.operate { service in try service.setMute(mute, of: stream) })
    }

    private func source(_ request: Request, or standard: SpotListName) throws -> SpotListName {
        guard let name = request.uri.queryParameters["type"] else { return standard }
        guard let source = SpotListName(rawValue: String(name)) else {
            let known = SpotListName.allCases.map(\.rawValue).joined(separator: ", ")
            throw SessionError(.generic, "type is one of \(known)")
        }
        return source
    }

    private func told(_ sessions: Int) throws -> Response {
        try Response.json(Told(sessions: sessions))
    }
}
