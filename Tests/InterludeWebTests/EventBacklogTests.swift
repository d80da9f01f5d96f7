import MediaTime
import Testing

@testable import InterludeWeb

@Suite("Backlog of a listener")
struct EventBacklogTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

    private var backlog: EventBacklog {
        var limits = EventBacklog.Limits()
        limits.byteCount = 1_000
        limits.writingTime = 10
        return EventBacklog(limits)
    }

    @Test("disconnects a listener whose queue is too large")
    func bytes() {
        var backlog = backlog
        #expect(backlog.add(600) == .keep)
        #expect(backlog.add(400) == .keep)
        backlog.beginWriting(600, at: Self.start)
        #expect(backlog.add(600) == .keep)
        #expect(backlog.add(1) == .disconnect)
    }

    @Test("disconnects a listener whose connection accepts nothing for too long, and no idle one")
    func writing() {
        var backlog = backlog
        #expect(backlog.verdict(at: Self.start.advanced(by: 1_000)) == .keep)
        _ = backlog.add(1)
        backlog.beginWriting(1, at: Self.start)
        #expect(backlog.verdict(at: Self.start.advanced(by: 10)) == .keep)
        #expect(backlog.verdict(at: Self.start.advanced(by: 10.1)) == .disconnect)
        backlog.endWriting()
        #expect(backlog.verdict(at: Self.start.advanced(by: 1_000)) == .keep)
    }
}
