import Glibc
import MediaTime

/// The resource limits of this process.
enum ProcessLimits {
    /// The descriptors for the event log, the sound server, the control socket and the connections of
    /// a player with a page. Each event loop thread needs three more.
    private static let descriptorCount = 48

    /// The address space for FFmpeg's libraries and the stacks of all threads, in MiB.
    private static let addressMebibytes = 1024

    /// Raises the limit on open files to the hard limit.
    ///
    /// Each connection needs one, and a page with many listeners may need more than the usual 1024.
    static func raiseOpenFiles() {
        var limit = rlimit()
        let most = rlim_t(16_384)
        guard getrlimit(openFiles, &limit) == 0, limit.rlim_cur < min(limit.rlim_max, most) else {
            return
        }
        limit.rlim_cur = min(limit.rlim_max, most)
        setrlimit(openFiles, &limit)
    }

    /// The first limit that is too low to play and serve; `nil` if none is.
    ///
    /// With less, SwiftNIO ends the process, and libdispatch waits without end.
    static func shortage() -> CommandError? {
        let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let needed = descriptorCount + 3 * (max(1, processors) + 1)
        let (free, limit) = freeDescriptors(atMost: needed)
        guard free >= needed else {
            return CommandError(
                .unavailable,
                "this process may open only \(limit) files, and \(limit - free) are open already; "
                    + "raise the limit with 'ulimit -n \(limit - free + needed)'")
        }
        var addresses = rlimit()
        guard getrlimit(addressSpace, &addresses) == 0,
            addresses.rlim_cur < rlim_t(addressMebibytes) << 20
        else { return nil }
        return CommandError(
            .unavailable,
            "this process may use only \(addresses.rlim_cur >> 20) MiB of address space, and needs "
                + "\(addressMebibytes) MiB; raise the limit with 'ulimit -v \(addressMebibytes << 10)'"
        )
    }

    /// The number of free descriptors, at most `count`, and the limit.
    private static func freeDescriptors(atMost count: Int) -> (free: Int, limit: Int) {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0, limit.rlim_cur < rlim_t(Int32.max) else {
            return (count, .max)
        }
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        while taken.count < count {
            let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
            guard descriptor >= 0 else { return (taken.count, Int(limit.rlim_cur)) }
            taken.append(descriptor)
        }
        return (count, Int(limit.rlim_cur))
    }

    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    private static let addressSpace = __rlimit_resource_t(RLIMIT_AS.rawValue)
}
