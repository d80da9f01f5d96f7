import Testing

@testable import LatencyMeasuring

@Suite("The joints of a break, as they were heard")
struct JointTests {
    private static let spot = 0..<CodedSound.spot.frameCount

    private static func joint(in heard: Heard) -> Joint? {
        Joint(in: heard.runs(), of: .programme, around: .spot)
    }

    @Test("of an exact break lose nothing, double nothing and have no gap")
    func exact() throws {
        let joint = try #require(
            Self.joint(
                in: Heard().frames(0..<500, of: .programme).frames(Self.spot, of: .spot)
                    .frames(500..<1500, of: .programme)))
        #expect(joint.toSpot == Joint.Count())
        #expect(joint.toStream == Joint.Count())
    }

    @Test("count frames lost from the spot and from the stream")
    func lost() throws {
        let joint = try #require(
            Self.joint(
                in: Heard().frames(0..<500, of: .programme).frames(3..<2390, of: .spot)
                    .frames(507..<1500, of: .programme)))
        #expect(joint.toSpot == Joint.Count(lost: 3))
        #expect(joint.toStream == Joint.Count(lost: 10 + 7))
    }

    @Test("count doubled frames, and frames in between")
    func doubled() throws {
        let joint = try #require(
            Self.joint(
                in: Heard().frames(0..<500, of: .programme).silence(9)
                    .frames(0..<100, of: .spot).frames(90..<2400, of: .spot).noise(4)
                    .frames(495..<1500, of: .programme)))
        #expect(joint.toSpot == Joint.Count(doubled: 10, gap: 9))
        #expect(joint.toStream == Joint.Count(doubled: 5, gap: 4))
    }

    @Test("reveal a late change: what it took from the spot, the stream gave twice")
    func late() throws {
        let joint = try #require(
            Self.joint(
                in: Heard().frames(0..<517, of: .programme).frames(17..<2400, of: .spot)
                    .frames(500..<1500, of: .programme)))
        #expect(joint.toSpot == Joint.Count(lost: 17))
        #expect(joint.toStream == Joint.Count(doubled: 17))
    }

    @Test("are complete with 10 ms of the stream, and not with less", arguments: [479, 480])
    func settled(count: Int) {
        let heard = Heard().frames(0..<500, of: .programme).frames(Self.spot, of: .spot)
            .frames(500..<500 + count, of: .programme)
        #expect((Self.joint(in: heard) != nil) == (count == 480))
    }

    @Test("are those of the first break, after the last of the stream before it")
    func first() throws {
        let heard = Heard().frames(0..<300, of: .programme).silence(7)
            .frames(300..<500, of: .programme).frames(Self.spot, of: .spot)
            .frames(500..<1500, of: .programme).noise(9).frames(0..<2000, of: .spot)
            .frames(1500..<2500, of: .programme)
        let joint = try #require(Self.joint(in: heard))
        #expect(joint.toSpot == Joint.Count())
        #expect(joint.toStream == Joint.Count())
    }

    @Test("do not exist without a stream before the spot")
    func noStream() {
        let heard = Heard().silence(500).frames(Self.spot, of: .spot)
            .frames(500..<1500, of: .programme)
        #expect(Self.joint(in: heard) == nil)
    }

    @Test("do not exist before the stream is back")
    func unfinished() {
        let heard = Heard().frames(0..<500, of: .programme).frames(Self.spot, of: .spot)
        #expect(Self.joint(in: heard) == nil)
        #expect(Self.joint(in: heard.frames(500..<900, of: .programme)) == nil)
    }
}
