@testable import SampleStation
import Testing

@Suite("Listener cursor") struct ListenerCursorTests {
    @Test(
        "sends each frame once, none before its time, and none late", arguments: LiveCodec.allCases)
    func pacing(codec: LiveCodec) throws {
        let timeline = try Samples.programme(codec).timeline
        var now = Duration.seconds(70)
        var cursor = ListenerCursor(joining: timeline, at: now, burst: 65_536)
        var sent = cursor.nextFrame
        let burst = cursor.takeDue(at: now)
        #expect(burst.lowerBound == sent)
        let burstBytes =
            timeline.bytes(before: burst.upperBound)
            - timeline.bytes(before: burst.lowerBound)
        #expect(burstBytes > 62_000 && burstBytes <= 65_536)
        sent = burst.upperBound
        while now < .seconds(400) {
            let wake = cursor.nextDue(after: now)
            #expect(wake > now && wake - now <= .milliseconds(400))
            now = wake
            let due = cursor.takeDue(at: now)
            #expect(due.lowerBound == sent && !due.isEmpty)
            #expect(timeline.start(of: due.upperBound - 1) <= now)
            #expect(timeline.start(of: due.upperBound) > now)
            sent = due.upperBound
        }
    }

    @Test("waits a tenth of a second, or for the next frame if that is longer")
    func gathering() {
        let timeline = FrameTimeline(
            (0..<10).map { EncodedFrame(bytes: $0 * 100..<$0 * 100 + 100, sampleCount: 1_000) },
            sampleRate: 1_000)
        var cursor = ListenerCursor(joining: timeline, at: .seconds(4), burst: 0)
        #expect(cursor.takeDue(at: .seconds(4)) == 5..<5)
        #expect(cursor.nextDue(after: .milliseconds(4_000)) == .seconds(5))
        #expect(cursor.nextDue(after: .milliseconds(4_900)) == .seconds(5))
        #expect(cursor.nextDue(after: .milliseconds(4_950)) == .milliseconds(5_050))
        #expect(cursor.takeDue(at: .seconds(7)) == 5..<8)
        // A clock that went back sends nothing twice.
        #expect(cursor.takeDue(at: .seconds(6)) == 8..<8)
    }

    @Test("is behind by the bytes that are due and were not taken")
    func backlog() {
        let timeline = FrameTimeline(
            (0..<10).map { EncodedFrame(bytes: $0 * 100..<$0 * 100 + 100, sampleCount: 1_000) },
            sampleRate: 1_000)
        let backlog = MountBacklog(from: 2, of: timeline)
        #expect(backlog.byteCount(at: .zero) == 0)
        #expect(backlog.byteCount(at: .seconds(3)) == 200)
        backlog.wrote(upTo: 4)
        #expect(backlog.byteCount(at: .seconds(3)) == 0)
        #expect(backlog.byteCount(at: .seconds(14)) == 1_100)
    }

    @Test("puts two listeners at the same point of the programme")
    func shared() throws {
        let timeline = try Samples.programme(.mp3).timeline
        var early = ListenerCursor(joining: timeline, at: .seconds(10), burst: 65_536)
        var late = ListenerCursor(joining: timeline, at: .seconds(200), burst: 1000)
        #expect(
            early.takeDue(at: .seconds(300)).upperBound
                == late.takeDue(at: .seconds(300)).upperBound)
    }
}
