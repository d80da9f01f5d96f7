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
