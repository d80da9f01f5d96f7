import CPulse

/// Owns one connection to a sound server, and ends it.
struct PulseContext: ~Copyable {
    let context: OpaquePointer

    /// Begins to connect to `server`, or to the one that the environment names.
    ///
    /// Fails where not even that is possible; why, ``failureReason`` would say.
    init(on loop: borrowing PulseMainLoop, server: String?) throws(SinkFailure) {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Interlude")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "audio-x-generic")
        let context = pa_context_new_with_proplist(loop.api, "Interlude", properties)
        guard let context else { fatalError("no memory for a connection") }
        guard pa_context_connect(context, server, PA_CONTEXT_NOFLAGS, nil) >= 0 else {
            let reason = PulseContext.reason(of: context)
            pa_context_unref(context)
            throw SinkFailure(reason)
        }
        self.context = context
    }

    deinit {
        pa_context_disconnect(context)
        pa_context_unref(context)
    }

    var state: pa_context_state_t { pa_context_get_state(context) }

    /// What went wrong last.
    var failureReason: String { Self.reason(of: context) }

    private static func reason(of context: OpaquePointer) -> String {
        let words = String(cString: pa_strerror(pa_context_errno(context)))
        return "the sound server failed: \(words); check that it runs"
    }
}
