import Advertising
import HTTPServing
import Hummingbird
import Interlude

/// Controls of the player: the verbs of `interlude ctl`, each with its own path.
struct ControlRoutes: Sendable {
    let player: ServedPlayer
    let hub: EventHub

    func add(to api: RouterGroup<ConnectionContext>) {
        let plain: [(path: RouterPath, ControlRequest)] = [
            ("pause", .pause), ("resume", .resume), ("live", .live),
            ("mute", .mute), ("unmute", .unmute), ("stop", .stop),
        ]
        for (path, verb) in plain {
            api.post(path) { request, context in
                try await RequestBodyReader.expectNone(in: request)
                return try await answer(to: verb, from: context.role)
            }
        }
        api.post("ignore") { request, context in
            try await answer(to: ControlBody.ignore(in: request), from: context.role)
        }
        api.post("skip") { request, context in
            try await answer(to: ControlBody.skip(in: request), from: context.role)
        }
        api.post("delay") { request, context in
            try await answer(to: ControlBody.delay(in: request), from: context.role)
        }
        api.post("seek") { request, context in
            try await answer(to: ControlBody.seek(in: request), from: context.role)
        }
        api.post("volume") { request, context in
            try await answer(to: ControlBody.volume(in: request), from: context.role)
        }
        api.post("ad-volume") { request, context in
            try await answer(to: ControlBody.adVolume(in: request), from: context.role)
        }
        api.post("push") { request, context in
            try await answer(
                to: ControlBody.push(in: request, from: context.role), from: context.role)
        }
        api.post("play") { request, context in
            let named = hub.page.feed.map(\.source) + [player.ownSource]
            let offered = Set(named.compactMap { $0 })
            return try await answer(
                to: ControlBody.play(in: request, offered: offered, from: context.role),
                from: context.role)
        }
    }

    private func answer(
        to request: ControlRequest, from role: RequestRole
    ) async throws(WebError) -> Response {
        if let reason = ListenerRule.refusal(of: request, from: role) {
            throw WebError(.forbidden, reason)
        }
        if role != .operator,
            let reason = ListenerRule.refusal(of: request, in: player.status())
        {
            return .refused(reason)
        }
        switch await player.carryOut(request) {
        case .accepted, .status, .progress: return .accepted
        case .pushed(let numbers): return .pushed(numbers)
        case .refused(let reason):
            return .refused(ListenerWords.reason(reason, of: request, to: role))
        }
    }
}

extension Response {
    static var accepted: Response { .json(["accepted": true]) }

    /// `numbers` are those of the spots in the event log.
    fileprivate static func pushed(_ numbers: [Advertisement.ID]) -> Response {
        .json(["accepted": true, "spots": .array(numbers.map { .string(String($0)) })])
    }

    static func refused(_ reason: String) -> Response {
        .json(["accepted": false, "reason": .string(reason)], status: .conflict)
    }
}
