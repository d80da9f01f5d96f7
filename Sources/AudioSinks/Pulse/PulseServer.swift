import CPulse
import MediaTime

/// Queries a sound server.
package enum PulseServer {
    /// A sink that a server offers.
    package struct Sink: Hashable, Sendable {
        /// Its name in settings and flags.
        package var name: String
        /// Its name for people.
        package var description: String

        package init(name: String, description: String) {
            self.name = name
            self.description = description
        }
    }

    /// Whether a server answers. Blocks for at most `limit`; `nil` means the environment's server.
    package static func isAvailable(_ server: String? = nil, within limit: Duration) -> Bool {
        let loop = PulseMainLoop()
        do throws(SinkFailure) {
            let context = try PulseContext(on: loop, server: server)
            try connect(context, on: loop, by: MonotonicTime.now.advanced(by: limit.inSeconds))
            return true
        } catch {
            return false
        }
    }

    /// The sinks that `server` offers, in its order. Blocks for at most `limit`.
    package static func sinks(
        of server: String? = nil, within limit: Duration
    ) throws(SinkFailure) -> [Sink] {
        let deadline = MonotonicTime.now.advanced(by: limit.inSeconds)
        let loop = PulseMainLoop()
        let context = try PulseContext(on: loop, server: server)
        try connect(context, on: loop, by: deadline)
        let list = SinkList()
        // The list outlives the operation, which is cancelled first.
        let operation = pa_context_get_sink_info_list(
            context.context,
            { _, info, _, list in
                guard let info = info?.pointee, let list else { return }
                Unmanaged<SinkList>.fromOpaque(list).takeUnretainedValue().append(info)
            }, Unmanaged.passUnretained(list).toOpaque())
        guard let operation else { throw SinkFailure(context.failureReason) }
        defer {
            pa_operation_cancel(operation)
            pa_operation_unref(operation)
        }
        while pa_operation_get_state(operation) == PA_OPERATION_RUNNING {
            try runOnce(loop, by: deadline)
        }
        return list.sinks
    }

    private static func connect(
        _ context: borrowing PulseContext, on loop: borrowing PulseMainLoop,
        by deadline: MonotonicTime
    ) throws(SinkFailure) {
        while context.state != PA_CONTEXT_READY {
            if context.state == PA_CONTEXT_FAILED || context.state == PA_CONTEXT_TERMINATED {
                throw SinkFailure(context.failureReason)
            }
            try runOnce(loop, by: deadline)
        }
    }

    private static func runOnce(
        _ loop: borrowing PulseMainLoop, by deadline: MonotonicTime
    ) throws(SinkFailure) {
        guard MonotonicTime.now.nanoseconds < deadline.nanoseconds else {
            throw SinkFailure("the sound server does not answer")
        }
        loop.run(until: deadline)
    }
}

/// Collects sinks as they arrive.
private final class SinkList {
    private(set) var sinks: [PulseServer.Sink] = []

    func append(_ info: pa_sink_info) {
        sinks.append(
            PulseServer.Sink(
                name: String(cString: info.name), description: String(cString: info.description)))
    }
}
