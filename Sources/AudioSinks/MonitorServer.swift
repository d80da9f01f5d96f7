import CPulse

/// What the sound server that the environment names says about itself.
package struct MonitorServer: Hashable, Sendable {
    /// `pulseaudio`, or `PulseAudio (on PipeWire 1.2.3)`.
    package var name: String
    package var version: String

    /// Where it is, for a process with another environment.
    package var address: String

    /// Asks it. Blocks, 10 s at most.
    package init() throws(SinkFailure) {
        let link = try MonitorLink(to: nil)
        let names: [String] = try link.ask { context, box in
            pa_context_get_server_info(
                context,
                { _, info, box in
                    guard let info = info?.pointee else { return }
                    let names = [info.server_name, info.server_version].map { text in
                        text.map { String(cString: $0) } ?? "?"
                    }
                    MonitorAnswer.put(names, into: box)
                }, box)
        }
        guard let address = link.address else {
            throw SinkFailure("the sound server does not say where it is; set PULSE_SERVER")
        }
        (name, version, self.address) = (names[0], names[1], address)
    }
}
