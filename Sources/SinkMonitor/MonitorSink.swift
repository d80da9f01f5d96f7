import AudioSinks
import CPulse

/// A sink of a sound server whose monitor is listened to: one that is there, or a null sink that
/// this value has loaded, which nobody hears, and unloads when it goes.
package struct MonitorSink: ~Copyable {
    /// What a setting or a flag calls it.
    package let name: String

    /// The module to unload; `nil` if the sink is somebody else's.
    private let module: UInt32?

    /// A sink that is there already.
    package init(named name: String) {
        self.name = name
        module = nil
    }

    /// Loads a null sink into the server that the environment names. Blocks, 10 s at most.
    ///
    /// `norewinds`, because an idle null sink begins up to two seconds late without.
    package init(loading name: String) throws(SinkFailure) {
        let arguments =
            "sink_name=\(name) rate=48000 format=float32le channels=2 norewinds=1"
            + " sink_properties=device.description=\(name)"
        // The header names the greatest number as that of no module.
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
        // try?: a server that is gone has taken the sink with it, and a deinit has no one to tell.
        let _: Bool? = try? MonitorLink(to: nil).ask { context, box in
            pa_context_unload_module(
                context, module, { MonitorAnswer.put($1 != 0, into: $2) }, box)
        }
    }
}
