/// Owns the sessions of the live stream with pods, by their ids.
actor LiveSessions {
    private var sessions: [String: LiveSession] = [:]

    /// Begins a session for a listener who is still to come.
    func open() -> String {
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        sessions[id] = LiveSession()
        return id
    }

    func listenerCame(to session: String, at sample: Int) {
        sessions[session, default: LiveSession()].listenerCame(at: sample)
    }

    func listenerLeft(_ session: String, at sample: Int) {
        sessions[session]?.listenerLeft(at: sample)
    }

    subscript(id: String) -> LiveSession? { sessions[id] }
}
