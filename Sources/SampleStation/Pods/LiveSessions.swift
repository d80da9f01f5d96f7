/// Owns the sessions of the live stream with pods, by their ids.
actor LiveSessions {
    private var sessions: [String: LiveSession] = [:]

    /// Begins a session for a listener who is still to come.
    func open() -> String {
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        sessions[id] = .opened
        return id
    }

    /// A listener who comes again begins anew.
    func listenerCame(to session: String, firstSample: Int) {
        sessions[session] = .listening(firstSample: firstSample)
    }

    subscript(id: String) -> LiveSession? { sessions[id] }
}
