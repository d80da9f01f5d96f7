import MediaTime
import Testing

@testable import AudioSinks

@Suite("The link to a streaming server")
struct IcecastLinkTests {
    private static func time(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: 0).advanced(by: seconds)
    }

    @Test("is reported once when it is lost and once when it is back, with a new stream")
    func lossAndReturn() {
        var link = IcecastLink()
        #expect(link.advance(to: Self.time(1)) == [])
        #expect(
            link.failed("gone", at: Self.time(1)) == [
                .close, .report(.listenersLost(reason: "gone")),
            ])
        #expect(link.failed("gone again", at: Self.time(1.1)) == [])
        #expect(link.advance(to: Self.time(1.4)) == [])
        #expect(link.advance(to: Self.time(1.5)) == [.open])
        #expect(link.failed("in use", at: Self.time(1.6)) == [.close])
        #expect(link.advance(to: Self.time(2.6)) == [.open])
        #expect(
            link.connected(at: Self.time(2.7)) == [.beginStream, .report(.listenersBack)])
        #expect(link.isConnected)
        #expect(link.connected(at: Self.time(2.8)) == [])
    }

    @Test("is tried after longer and longer waits, without end")
    func waits() {
        var link = IcecastLink()
        var now = 0.0
        _ = link.failed("gone", at: Self.time(now))
        for wait in [0.5, 1, 2, 4, 8, 8, 8] {
            #expect(link.advance(to: Self.time(now + wait - 0.01)) == [])
            now += wait
            #expect(link.advance(to: Self.time(now)) == [.open])
            #expect(link.failed("still gone", at: Self.time(now)) == [.close])
        }
    }

    @Test("gives a try up that takes too long")
    func slowTry() {
        var link = IcecastLink()
        _ = link.failed("gone", at: Self.time(0))
        #expect(link.advance(to: Self.time(0.5)) == [.open])
        #expect(link.advance(to: Self.time(5.4)) == [])
        #expect(link.advance(to: Self.time(5.6)) == [.close])
        #expect(link.connected(at: Self.time(5.6)) == [])
        #expect(link.advance(to: Self.time(6.7)) == [.open])
    }

    @Test("gives a try its time after the name of the host was looked up, however long that took")
    func slowName() {
        var link = IcecastLink()
        _ = link.failed("gone", at: Self.time(0))
        #expect(link.advance(to: Self.time(0.5)) == [.open])
        link.opened(at: Self.time(20.5))
        #expect(link.advance(to: Self.time(25.4)) == [])
        #expect(
            link.connected(at: Self.time(25.4)) == [.beginStream, .report(.listenersBack)])
        // It is no longer being made.
        link.opened(at: Self.time(26))
        #expect(link.isConnected)
    }

    @Test("begins again with the shortest wait after it was back for some time")
    func secondLoss() {
        var link = IcecastLink()
        for start in [0.0, 100] {
            _ = link.failed("gone", at: Self.time(start))
            #expect(link.advance(to: Self.time(start + 0.5)) == [.open])
            _ = link.connected(at: Self.time(start + 0.6))
        }
    }

    @Test(
        "waits longer and longer for a server that drops each source soon",
        arguments: [0.0, 1, 9.9])
    func dropped(after time: Double) {
        var link = IcecastLink()
        var now = 0.0
        _ = link.failed("dropped", at: Self.time(now))
        for wait in [0.5, 1, 2, 4, 8, 8] {
            #expect(link.advance(to: Self.time(now + wait - 0.01)) == [])
            now += wait
            #expect(link.advance(to: Self.time(now)) == [.open])
            _ = link.connected(at: Self.time(now))
            now += time
            #expect(
                link.failed("dropped", at: Self.time(now)) == [
                    .close, .report(.listenersLost(reason: "dropped")),
                ])
        }
    }
}
