import AudioSinks
import CPulse

/// A sink of a sound server whose monitor is captured: an existing one, or a silent null sink that
/// this value loads and unloads.
package struct MonitorSink: ~Copyable {
    /// Its name in settings and flags.
    package let name: String

    /// The module to unload; `nil` if the sink existed before.
    private let module: UInt32?

    /// Refers to an existing sink.
    package init(named name: String) {
        self.name = name
        module = nil
    }

    /// Loads a null sink into the server that the environment names. Blocks for at most 10 s.
    ///
    /// It sets `norewinds`, without which an idle null sink starts up to two seconds late.
    package init(loading name: String) throws(SinkFailure) {
        let arguments =
            "sink_name=\(name) rate=48000 format=float32le channels=2 norewinds=1"
            + " sink_properties=device.description=\(name)"
        // The greatest index stands for no module (`PA_INVALID_INDEX`).
        let index: UInt32 = try MonitorLink(to: nil).ask { context, box in
            pa_context_load_module(
                context, "module-null-sink", arguments,
                { _, index, box in
                    guard index != .max else { return }
                    MonitorAnswer.put(index, into: box)
                }, box)
        }
        self.name = name
        module = index
    }

    deinit {
        guard let module else { return }
        // try?: if the server is gone, so is the sink, and a deinit cannot throw.
        let _: Bool? = try? MonitorLink(to: nil).ask { context, box in
            pa_context_unload_module(
                context, module, { MonitorAnswer.put($1 != 0, into: $2) }, box)
        }
    }
}
