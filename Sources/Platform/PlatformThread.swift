import Glibc

/// Starts threads that may block, unlike those of a pool.
package enum PlatformThread {
    /// Runs `body` on a thread of its own, which ends with it. Returns at once.
    ///
    /// The system shows at most 15 bytes of `name`. A failure means that `body` never runs.
    package static func start(
        named name: String, _ body: @escaping @Sendable () -> Void
    ) throws(ThreadFailure) {
        try start(named: name, stackSize: nil, body)
    }

    /// The same, with a stack of `stackSize` bytes; `nil` for the system's default.
    static func start(
        named name: String, stackSize: Int?, _ body: @escaping @Sendable () -> Void
    ) throws(ThreadFailure) {
        var attributes = pthread_attr_t()
        try check(pthread_attr_init(&attributes))
        defer { pthread_attr_destroy(&attributes) }
        try check(
            pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED)))
        if let stackSize { try check(pthread_attr_setstacksize(&attributes, stackSize)) }
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument = argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                PlatformThread.nameOwnThread(start.name)
                start.body()
                return nil
            }, start.toOpaque())
        guard status == 0 else {
            start.release()
            throw ThreadFailure(SystemError(code: status))
        }
    }

    /// What a new thread receives.
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    private static func nameOwnThread(_ name: String) {
        // Glibc declares pthread_setname_np only with _GNU_SOURCE. The system cuts the name itself.
        guard let file = fopen("/proc/thread-self/comm", "w") else { return }
        fputs(name, file)
        fclose(file)
    }

    private static func check(_ status: CInt) throws(ThreadFailure) {
        guard status == 0 else { throw ThreadFailure(SystemError(code: status)) }
    }
}
