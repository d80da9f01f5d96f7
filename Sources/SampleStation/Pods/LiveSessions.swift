/// Owns the sessions of the live stream with pods, by their ids.
actor LiveSessions {
    private var sessions: [String: LiveSession] = [:]

    /// Begins a session for a listener who is still to come, under a name if one is given.
    ///
    /// A session of that name that is there already goes on.
    func open(_ name: String?) -> String {
        let id = name ?? String(UInt64.random(in: .min ... .max), radix: 36)
        if sessions[id] == nil { sessions[id] = .opened }
        return id
    }

    /// A listener who comes again begins anew.
    func listenerCame(to session: String, firstSample: Int) {
        sessions[session] = .listening(firstSample: firstSample)
    }

    subscript(id: String) -> LiveSession? { sessions[id] }
}
