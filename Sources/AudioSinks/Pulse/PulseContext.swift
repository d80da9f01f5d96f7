import CPulse

/// Owns one connection to a sound server, and closes it.
package struct PulseContext: ~Copyable {
    package let context: OpaquePointer
    /// The server's messages about itself.
    let events = PulseServerEvents()

    /// Starts connecting to `server`, or to the one that the environment names.
    ///
    /// Throws if not even that is possible. Later failures show in ``state`` and ``failureReason``.
    package init(on loop: borrowing PulseMainLoop, server: String?) throws(SinkFailure) {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Interlude")
        pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, "org.interlude.Interlude")
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

    package var state: pa_context_state_t { pa_context_get_state(context) }

    /// Describes the last error.
    package var failureReason: String { Self.reason(of: context) }

    /// Why the server does not play a stream to the sink `name`, or to its default sink.
    func refusalReason(ofSink name: String?) -> String {
        let advice = "'interlude sinks' lists the outputs"
        guard let name, pa_context_errno(context) == Int32(PA_ERR_NOENTITY.rawValue) else {
            return "the sound server refuses the stream: \(Self.words(of: context)); \(advice)"
        }
        return "there is no output '\(name)'; \(advice)"
    }

    private static func reason(of context: OpaquePointer) -> String {
        "the sound server failed: \(words(of: context)); check that it runs"
    }

    private static func words(of context: OpaquePointer) -> String {
        String(cString: pa_strerror(pa_context_errno(context)))
    }
}
