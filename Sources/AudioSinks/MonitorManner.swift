/// How a monitor is listened to, which is heard in what is measured (C2).
package enum MonitorManner: String, Hashable, Sendable, Codable, CaseIterable {
    /// The capture asks for latency: the sink then works in blocks of 5 ms, the best case.
    case pinned

    /// The capture leaves the sink as it is: what listeners get.
    case plain
}
