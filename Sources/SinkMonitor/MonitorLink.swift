import AudioSinks
import CPulse
import MediaTime

/// A connection to a sound server for one request at a time, on one thread.
struct MonitorLink: ~Copyable {
    // Declared first, to be released before the loop that it needs.
    private let context: PulseContext
    private let loop: PulseMainLoop

    /// The timeout in seconds for a reply.
    private static let timeout = 5.0

    /// Connects to `server`, or to the one that the environment names. Blocks for at most 5 s.
    init(to server: String?) throws(SinkFailure) {
        let loop = PulseMainLoop()
        let context = try PulseContext(on: loop, server: server)
        let deadline = MonotonicTime.now.advanced(by: Self.timeout)
        while context.state != PA_CONTEXT_READY {
            let hasFailed =
                context.state == PA_CONTEXT_FAILED || context.state == PA_CONTEXT_TERMINATED
            if hasFailed { throw SinkFailure(context.failureReason) }
            guard MonotonicTime.now < deadline else { throw Self.silence }
            loop.run(until: deadline)
        }
        self.context = context
        self.loop = loop
    }

    /// The server's address in a form for other programs.
    var address: String? { pa_context_get_server(context.context).map { String(cString: $0) } }

    /// Starts an operation and waits for its answer. The operation's callback must put the answer
    /// into the box, which is its user data. Blocks for at most 5 s.
    func ask<Answer>(
        _ begin: (_ context: OpaquePointer, _ box: UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(SinkFailure) -> Answer {
        let box = MonitorAnswer<Answer>()
        // The box outlives the operation, which is cancelled first.
        let operation = begin(context.context, Unmanaged.passUnretained(box).toOpaque())
        guard let operation else { throw SinkFailure(context.failureReason) }
        defer {
            pa_operation_cancel(operation)
            pa_operation_unref(operation)
        }
        let deadline = MonotonicTime.now.advanced(by: Self.timeout)
        while pa_operation_get_state(operation) == PA_OPERATION_RUNNING {
            guard MonotonicTime.now < deadline else { throw Self.silence }
            loop.run(until: deadline)
        }
        guard let answer = box.value else { throw SinkFailure(context.failureReason) }
        return answer
    }

    private static var silence: SinkFailure { SinkFailure("the sound server does not answer") }
}

/// Receives the answer from a libpulse callback.
final class MonitorAnswer<Value> {
    fileprivate var value: Value?

    static func put(_ value: Value, into box: UnsafeMutableRawPointer?) {
        guard let box else { return }
        Unmanaged<MonitorAnswer<Value>>.fromOpaque(box).takeUnretainedValue().value = value
    }
}

/// Information about the sound server that the environment names.
package struct MonitorServer: Hashable, Sendable {
    /// `pulseaudio`, or `PulseAudio (on PipeWire 1.2.3)`.
    package var name: String
    package var version: String

    /// Its address, for a process with another environment.
    package var address: String

    /// Queries the server. Blocks for at most 10 s.
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
