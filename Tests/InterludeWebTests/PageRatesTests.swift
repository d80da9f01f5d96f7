import Interlude
import MediaTime
import Testing

@testable import InterludeWeb

@Suite("What a page counts on by itself")
struct PageRatesTests {
    @Test("runs with the output, and the position only while the stream runs too")
    func rates() {
        var status = PlayerStatus.playing
        #expect(
            PageRates(status).json == ["t": 1, "position": 1, "behindLive": 0, "remaining": -1])
        status.isStreamRunning = false
        #expect(
            PageRates(status).json == ["t": 1, "position": 0, "behindLive": 1, "remaining": -1])
        status.isOutputRunning = false
        status.isStreamRunning = true
        #expect(PageRates(status).json == ["t": 0, "position": 0, "behindLive": 1, "remaining": 0])
        status.behindLive = nil
        #expect(PageRates(status).json == ["t": 0, "position": 0, "behindLive": 0, "remaining": 0])
    }

    @Test("ends where it has to: at the end of a file, and at nothing left")
    func ends() {
        var status = PlayerStatus.inBreak
        status.length = .seconds(105)
        status.comingBreaks = [ComingBreak(in: .seconds(3), spotCount: 1)]
        let soon = status.projected(after: .seconds(2))
        #expect(soon.outputTime == .seconds(52))
        #expect(soon.position == .seconds(102))
        #expect(soon.behindLive == .seconds(12))
        #expect(soon.adBreak?.spotRemaining == .seconds(12))
        #expect(soon.adBreak?.remaining == .seconds(30))
        #expect(soon.adBreak?.leastRemaining == .seconds(30))
        #expect(soon.comingBreaks.map(\.wait) == [.seconds(1)])
        let late = status.projected(after: .seconds(60))
        #expect(late.position == .seconds(105))
        #expect(late.adBreak?.spotRemaining == .zero)
        #expect(late.adBreak?.remaining == .zero)
        #expect(late.comingBreaks.map(\.wait) == [.zero])
    }

    @Test("falls further behind live while the stream stands still")
    func behindLive() {
        var status = PlayerStatus.playing
        status.isStreamRunning = false
        let later = status.projected(after: .seconds(5))
        #expect(later.position == .seconds(100))
        #expect(later.behindLive == .seconds(17))
    }

    /// A break with all times, to be changed by a number of milliseconds.
    private static func status(
        _ time: WritableKeyPath<PlayerStatus, Duration>, plus milliseconds: Int
    ) -> PlayerStatus {
        var status = PlayerStatus.inBreak
        status.comingBreaks = [ComingBreak(in: .seconds(60), spotCount: 1)]
        status[keyPath: time] += .milliseconds(milliseconds)
        return status
    }

    @Test(
        "is right while no time differs by more than a reader notices",
        arguments: [
            (\.outputTime, 50), (\.position, 50), (\.behindLive!, 500), (\.buffered, 2000),
            (\.availableDelay!, 5000), (\.adBreak!.spotRemaining, 50), (\.adBreak!.remaining!, 50),
            (\.adBreak!.leastRemaining, 50), (\.comingBreaks[0].wait, 50),
        ] as [(WritableKeyPath<PlayerStatus, Duration> & Sendable, Int)])
    func tolerance(
        time: WritableKeyPath<PlayerStatus, Duration> & Sendable, milliseconds: Int
    ) {
        let shown = Self.status(time, plus: 0)
        for sign in [1, -1] {
            #expect(Self.status(time, plus: sign * milliseconds).looksLike(shown))
            #expect(!Self.status(time, plus: sign * (milliseconds + 1)).looksLike(shown))
        }
    }

    @Test(
        "is right while the loudness differs by less than 0.3 LU",
        arguments: [(-18.29, true), (-18.31, false), (-17.71, true), (-17.69, false), (nil, false)]
            as [(Double?, Bool)])
    func loudness(loudness: Double?, isRight: Bool) {
        var shown = PlayerStatus.playing
        shown.loudness = -18
        var status = shown
        status.loudness = loudness
        #expect(status.looksLike(shown) == isRight)
    }

    @Test("is wrong when a time begins or ends to be known, and for nothing that it does not show")
    func known() {
        let shown = PlayerStatus.inBreak
        var status = shown
        status.adBreak?.remaining = nil
        #expect(!status.looksLike(shown))
        status = shown
        status.behindLive = nil
        #expect(!status.looksLike(shown))
        status = shown
        status.availableDelay = nil
        #expect(!status.looksLike(shown))
        status = shown
        status.sinkWait = .seconds(3)
        #expect(status.looksLike(shown))
    }
}
