import SampleStation
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
