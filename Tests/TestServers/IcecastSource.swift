import Glibc

/// An `ffmpeg` that feeds a mount of a ``PrivateIcecast``.
package final class IcecastSource: Sendable {
    /// The format of a mount.
    package enum Form: Sendable {
        case mp3
        case aac
        case oggOpus
        case oggFLAC

        var arguments: [String] {
            switch self {
            case .mp3: ["-content_type", "audio/mpeg", "-f", "mp3"]
            case .aac: ["-content_type", "audio/aac", "-f", "adts"]
            case .oggOpus, .oggFLAC:
                // A page otherwise holds a second, and is sent only once it is full.
                ["-page_duration", "100000", "-content_type", "application/ogg", "-f", "ogg"]
            }
        }
    }

    private let process: ServerProcess
    private let server: PrivateIcecast
    private let mount: String

    init(_ process: ServerProcess, of server: PrivateIcecast, mount: String) {
        self.process = process
        self.server = server
        self.mount = mount
    }

    deinit { process.stop() }

    /// Starts the source, again after ``kill()``, and returns once the mount is available.
    /// Blocks.
    package func start() throws {
        try server.waitForMount(mount) { try process.start() }
    }

    /// Suspends the source, with its connection open.
    package func freeze() { process.signal(SIGSTOP) }
    package func thaw() { process.signal(SIGCONT) }

    /// Ends the source as a crash would, and returns once its listeners were disconnected. Blocks.
    package func kill() throws { try server.waitForEnd(of: mount) { process.stop() } }
}
