import MediaTime
import Testing

@testable import InterludeWeb

@Suite("Backlog of a listener")
struct ListenerBacklogTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

    private var backlog: ListenerBacklog {
        var limits = ListenerBacklog.Limits()
        limits.byteCount = 1_000
        limits.writing = 10
        return ListenerBacklog(limits)
    }

    @Test("drops who lets more wait than he may")
    func bytes() {
        var backlog = backlog
        #expect(backlog.add(600) == .keep)
        #expect(backlog.add(400) == .keep)
        backlog.beginWriting(600, at: Self.start)
        #expect(backlog.add(600) == .keep)
        #expect(backlog.add(1) == .drop)
    }

    @Test("drops whose connection accepts nothing for too long, and nobody who is only told little")
    func writing() {
        var backlog = backlog
        #expect(backlog.verdict(at: Self.start.advanced(by: 1_000)) == .keep)
        _ = backlog.add(1)
        backlog.beginWriting(1, at: Self.start)
        #expect(backlog.verdict(at: Self.start.advanced(by: 10)) == .keep)
        #expect(backlog.verdict(at: Self.start.advanced(by: 10.1)) == .drop)
        backlog.endWriting()
        #expect(backlog.verdict(at: Self.start.advanced(by: 1_000)) == .keep)
    }
}
