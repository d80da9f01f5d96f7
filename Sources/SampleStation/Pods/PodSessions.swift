import Hummingbird

/// Owns the sessions that preplays have begun, by their ids.
actor PodSessions {
    private var sessions: [String: Session] = [:]

    /// What a session listens to.
    enum Session: Sendable {
        /// The file, of which the preplay has said everything.
        case file

        /// The live stream; what its preplay was asked with holds for what pings tell, too.
        case live(LiveSession, ScheduleRequest)
    }

    /// Begins a session.
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

/// Notes where in the stream with pods the listeners are who say of which session they are.
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
