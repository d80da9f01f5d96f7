import Hummingbird

/// Owns the sessions started by preplays.
actor PodSessions {
    private var sessions: [String: Session] = [:]

    /// The stream of a session.
    enum Session: Sendable {
        /// The file; its preplay has all breaks.
        case file

        /// The live stream. The preplay's parameters also apply to the pings.
        case live(LiveSession, ScheduleRequest)
    }

    func open(_ session: Session) -> String {
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        sessions[id] = session
        return id
    }

    func listenerCame(to id: String, at sample: Int) {
        change(id) { $0.listenerCame(at: sample) }
    }

    func listenerLeft(_ id: String, at sample: Int) {
        change(id) { $0.listenerLeft(at: sample) }
    }

    subscript(id: String) -> Session? { sessions[id] }

    private func change(_ id: String, _ change: (inout LiveSession) -> Void) {
        switch sessions[id] {
        case .live(var session, let asked):
            change(&session)
            sessions[id] = .live(session, asked)
        case .file, nil:
            break
        }
    }
}

/// Notes the positions of listeners that name their session in the stream with pods.
struct PodAudience: MountAudience {
    let sessions: PodSessions
    let timeline: FrameTimeline

    func listenerCame(with request: Request, from frame: Int) async {
        guard let session = session(of: request) else { return }
        await sessions.listenerCame(to: session, at: timeline.samples(before: frame))
    }

    func listenerLeft(with request: Request, before frame: Int) async {
        guard let session = session(of: request) else { return }
        await sessions.listenerLeft(session, at: timeline.samples(before: frame))
    }

    private func session(of request: Request) -> String? { QueryFields(request)["sid"] }
}
