import AdPlayback
import Advertising
import MediaTime
import Testing

@testable import Interlude

@Suite("What is told of the ads in a stream")
struct StitchedAdTests {
    private static let second = FrameTime.rate

    /// A break from 10 s on of an ad of four seconds and one of a second, of which a server wants to
    /// learn everything.
    private static var pod: TruexPod {
        var pod = TruexPod(
            id: "b", range: seconds(10, 15), slotType: .midroll,
            ads: [
                .init(range: seconds(10, 14), kind: .linear),
                .init(range: seconds(14, 15), kind: .linear),
            ])
        for index in pod.ads.indices {
            var tracking = AdTracking.everything(of: index + 1)
            tracking.events += ["mute", "unmute"].map {
                AdTracking.Event(name: $0, address: "http://ads/\($0)\(index + 1)")
            }
            pod.ads[index].tracking = tracking
        }
        pod.tracking = ["breakStart", "breakEnd"].map {
            AdTracking.Event(name: $0, address: "http://ads/\($0)")
        }
        return pod
    }

    private static func frame(_ seconds: Double) -> FrameTime {
        FrameTime(Int64(saturating: (seconds * Double(second)).rounded()))
    }

    private static func seconds(_ start: Double, _ end: Double) -> FrameRange {
        FrameRange(frame(start), frame(end))
    }

    /// A course of what is heard, with what is told of it.
    private struct Course {
        var ads: StitchedAds
        var told: [String] = []
        private var output = FrameTime.zero

        init(_ pods: [TruexPod] = [StitchedAdTests.pod], played: Set<TruexPod.ID> = []) {
            ads = StitchedAds(played: played)
            ads.replacePods(with: pods)
        }

        /// What is told, without its frames.
        var names: [String] { told.map(StitchedAdTests.name) }

        /// The programme is heard, in as many parts.
        mutating func hear(_ start: Double, _ end: Double, parts: Int = 1) {
            let whole = StitchedAdTests.seconds(start, end)
            let ends = (1...parts).map { whole.start + whole.count * $0 / parts }
            for (start, end) in zip([whole.start] + ends, ends) {
                note(ads.hear(FrameRange(start, end), at: output))
                output = output + (end - start)
            }
        }

        mutating func volume(_ volume: Float) { note(ads.note(volume: volume, at: output)) }

        mutating func pause() { note(ads.pause(at: output)) }

        /// Time passes without the programme.
        mutating func wait(seconds: Int) { output = output + seconds * FrameTime.rate }

        private mutating func note(_ events: [StitchedAds.Told]) {
            told += events.map { event in
                let name = event.subject.ad.map { "\(event.kind) \($0 + 1)" } ?? event.kind
                return "\(event.frame.seconds) \(name)"
            }
        }
    }

    /// A line without its frame.
    private static func name(_ line: String) -> String {
        String(line.drop { $0 != " " }.dropFirst())
    }

    private static let whole = [
        "10.0 breakStart", "10.0 start 1", "10.0 creativeView 1", "11.0 firstQuartile 1",
        "12.0 impression 1", "12.0 midpoint 1", "13.0 thirdQuartile 1", "14.0 complete 1",
        "14.0 start 2", "14.0 creativeView 2", "14.25 firstQuartile 2", "14.5 midpoint 2",
        "14.75 thirdQuartile 2", "15.0 impression 2", "15.0 complete 2", "15.0 breakEnd",
    ]

    private static let names = whole.map(name)

    @Test(
        "H15: is each event when its frame was heard, in however many parts that is reported",
        arguments: [1, 2, 7, 20, 400])
    func whole(parts: Int) {
        var course = Course()
        course.hear(0, 20, parts: parts)
        #expect(course.told == Self.whole)
    }

    @Test("H2: is no share of an ad of which the beginning was not heard")
    func middle() {
        var course = Course()
        course.hear(0, 1)
        course.hear(12.5, 15)
        #expect(
            course.told == [
                "1.0 breakStart", "1.0 start 1", "1.0 creativeView 1", "2.5 start 2",
                "2.5 creativeView 2", "2.75 firstQuartile 2", "3.0 midpoint 2",
                "3.25 thirdQuartile 2", "3.5 impression 2", "3.5 complete 2", "3.5 breakEnd",
            ])
        // Two seconds of it are enough for an impression, wherever they are.
        var late = Course()
        late.hear(11.5, 14)
        #expect(late.told.suffix(1) == ["2.0 impression 1"])
    }

    @Test("H2: is nothing of what a jump leaves out")
    func jump() {
        var course = Course()
        course.hear(9, 11.5)
        course.hear(13, 14)
        #expect(
            course.told == [
                "1.0 breakStart", "1.0 start 1", "1.0 creativeView 1", "2.0 firstQuartile 1",
            ])
        // A credit leads to the end of the break.
        var credited = Course()
        credited.hear(9, 10)
        credited.hear(15, 20)
        #expect(credited.told == [])
    }

    @Test("H14: is told once, even if it is heard again")
    func again() {
        var course = Course()
        course.hear(9, 16)
        let count = course.told.count
        course.hear(9, 16)
        course.volume(0)
        course.hear(9, 12)
        course.volume(1)
        course.pause()
        course.hear(12, 16)
        #expect(course.told.count == count)
        // What was not told before is told then.
        var broken = Course()
        broken.hear(12, 13)
        broken.hear(10, 15)
        #expect(Set(broken.names) == Set(Self.names))
        #expect(broken.told.count == 16)
        var earlier = Course(played: ["b"])
        earlier.hear(0, 20)
        #expect(earlier.told == [])
    }

    @Test("is a pause and its end, which make no gap")
    func pauses() {
        var course = Course()
        course.pause()
        course.hear(9, 12.5)
        course.pause()
        course.pause()
        course.wait(seconds: 3)
        course.hear(12.5, 15)
        var expected = Self.names
        expected.insert(contentsOf: ["pause 1", "resume 1"], at: 6)
        #expect(course.names == expected)
        let moments = ["3.5 pause 1", "6.5 resume 1"]
        #expect(moments.allSatisfy(course.told.contains))
    }

    @Test("H5: is no end of the pause of an ad that the schedule has no more", arguments: [1, 2])
    func pauseAndShorterPod(adCount: Int) {
        var course = Course()
        course.hear(9, 14.5)
        course.pause()
        #expect(course.told.last == "5.5 pause 2")
        var pod = Self.pod
        pod.ads.removeLast(2 - adCount)
        course.ads.replacePods(with: [pod])
        course.hear(14.5, 15)
        #expect(course.names.contains("resume 2") == (adCount == 2))
        #expect(course.names.last == "breakEnd")
    }

    @Test("is no pause that ends elsewhere")
    func pauseAndJump() {
        var course = Course()
        course.hear(9, 12.5)
        course.pause()
        course.hear(16, 17)
        #expect(course.told.last == "3.5 pause 1")
    }

    @Test("H4, H8: is the impression once two seconds were audible", arguments: [1, 3, 100])
    func volume(parts: Int) {
        var course = Course()
        course.volume(0)
        course.hear(9, 10.5, parts: parts)
        course.volume(1)
        #expect(course.told.last == "1.5 unmute 1")
        course.hear(10.5, 11, parts: parts)
        course.volume(0)
        course.hear(11, 11.25, parts: parts)
        course.volume(0.5)
        course.hear(11.25, 13.5, parts: parts)
        let impressions = course.told.filter { $0.contains("impression") }
        #expect(impressions == ["3.75 impression 1"])
        course.volume(0)
        #expect(course.told.last == "4.5 mute 1")
        course.hear(13.5, 14.25, parts: parts)
        course.volume(1)
        course.hear(14.25, 16, parts: parts)
        // The second one is too short for the part of it that was not audible.
        #expect(!course.told.contains { $0.contains("impression 2") })
        #expect(course.told.last?.hasSuffix("breakEnd") == true)
    }

    @Test("H4: what was not audible before a jump does not delay the impression after it")
    func volumeAndJump() {
        var course = Course()
        course.volume(0)
        course.hear(10, 11)
        course.volume(1)
        course.hear(11.5, 14)
        #expect(course.told.contains("3.0 impression 1"))
    }

    @Test("names the place of each event in advance")
    func places() {
        var ads = StitchedAds()
        #expect(ads.nextPlace(after: .zero) == nil)
        ads.replacePods(with: [Self.pod])
        var position = FrameTime.zero
        var dues: [Int64] = []
        while let next = ads.nextPlace(after: position) {
            _ = ads.hear(FrameRange(position, next), at: position)
            position = next
            dues.append(next.frames)
        }
        let second = Int64(Self.second)
        #expect(
            dues == [
                10 * second + 1, 11 * second, 12 * second, 13 * second, 14 * second,
                14 * second + 1, 14 * second + second / 4, 14 * second + second / 2,
                14 * second + second * 3 / 4, 15 * second,
            ])
        // What is not audible moves the impression, and nothing is due for it meanwhile.
        var muted = StitchedAds()
        muted.replacePods(with: [Self.pod])
        _ = muted.hear(FrameRange(FrameTime(9 * second), FrameTime(10 * second)), at: .zero)
        _ = muted.note(volume: 0, at: .zero)
        _ = muted.hear(Self.seconds(10, 11.5), at: .zero)
        #expect(muted.nextPlace(after: Self.frame(11.5)) == Self.frame(12))
        _ = muted.note(volume: 1, at: .zero)
        _ = muted.hear(Self.seconds(11.5, 13), at: .zero)
        #expect(muted.nextPlace(after: Self.frame(13)) == Self.frame(13.5))
        // In the middle of an ad, the next frame is its beginning.
        let middle = FrameTime(13 * second)
        #expect(ads.nextPlace(after: middle) == middle + 1)
    }

    @Test("follows an ad whose place turns out to be another one")
    func moved() {
        var course = Course()
        course.hear(9, 13.999)
        var pod = Self.pod
        pod.range.end = pod.range.end - 4800
        pod.ads[0].range.end = pod.ads[0].range.end - 4800
        pod.ads[1].range = FrameRange(pod.ads[0].range.end, count: Self.second)
        course.ads.replacePods(with: [pod])
        course.hear(13.999, 20)
        #expect(course.names.sorted() == Self.names.sorted())
    }

    @Test("is nothing more once another source plays, or something is heard in its place")
    func left() {
        var course = Course()
        course.hear(9, 11.5)
        course.ads.interrupt()
        course.hear(11.5, 13)
        #expect(course.told.last == "2.0 firstQuartile 1")
        course.ads.leaveSchedule()
        course.hear(13, 20)
        #expect(course.told.last == "2.0 firstQuartile 1")
        #expect(course.ads.pods.isEmpty)
    }
}
