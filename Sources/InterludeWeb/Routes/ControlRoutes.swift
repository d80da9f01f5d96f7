import HTTPServing
import Hummingbird
import Interlude

/// What a listener asks of the player: the verbs of `interlude ctl`, each with a path of its own.
struct ControlRoutes: Sendable {
    let player: ServedPlayer
    let hub: EventHub

    func add(to api: RouterGroup<ConnectionContext>) {
        let plain: [(path: RouterPath, ControlRequest)] = [
            ("pause", .pause), ("resume", .resume), ("live", .live), ("skip", .skip),
            ("ignore", .ignore), ("stop", .stop),
        ]
        for (path, verb) in plain {
            api.post(path) { request, _ in
                try await RequestBodyReader.expectNone(in: request)
                return await answer(to: verb)
            }
        }
        api.post("delay") { request, _ in await answer(to: try await ControlBody.delay(in: request))
        }
        api.post("seek") { request, _ in await answer(to: try await ControlBody.seek(in: request)) }
        api.post("volume") { request, _ in
            await answer(to: try await ControlBody.volume(in: request))
        }
        api.post("push") { request, _ in
            let known = player.status().waitingSpots + hub.page.shownSpots.map(\.advertisement)
            return await answer(
                to: try await ControlBody.push(in: request, taken: known.map(\.id)))
        }
        api.post("play") { request, _ in
            let offered = Set(hub.page.feed.compactMap(\.source))
            return await answer(
                to: try await ControlBody.play(in: request, offered: offered))
        }
    }

    private func answer(to request: ControlRequest) async -> Response {
        if let reason = ListenerRule.refusal(of: request, in: player.status()) {
            return .refused(reason)
        }
        return switch await player.carryOut(request) {
        case .accepted, .status: .accepted
        case .refused(let reason): .refused(reason)
        }
    }
}

extension Response {
    /// It is done.
    static var accepted: Response { .json(["accepted": true]) }

    /// It is not done, and this is why.
    static func refused(_ reason: String) -> Response {
        .json(["accepted": false, "reason": .string(reason)], status: .conflict)
    }
}
