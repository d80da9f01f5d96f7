import AudioEncoding
import Testing

@testable import Interlude

@Suite("The listeners of one encoding")
struct AudienceTests {
    private static func chunk(_ number: Int) -> EncodedChunk {
        EncodedChunk(
            packets: [[UInt8(number % 256)]], firstPacket: number, packetLength: 960, leadIn: 312,
            place: .inTheMiddle)
    }

    /// Adds chunks and returns the listeners that were dropped meanwhile.
    private static func add(_ numbers: Range<Int>, to audience: inout Audience) -> [Int] {
        guard let run = audience.run else { return [] }
        return numbers.flatMap { audience.add(chunk($0), of: run) }
    }

    @Test("each get every chunk once, in order, at their own pace")
    func each() {
        var audience = Audience()
        for listener in 0..<20 { audience.join(listener) }
        #expect(Self.add(0..<50, to: &audience) == [])
        for listener in 0..<20 {
            for number in 0..<listener {
                #expect(audience.take(for: listener) == .chunk(Self.chunk(number)))
            }
        }
        for listener in 0..<20 {
            for number in listener..<50 {
                #expect(audience.take(for: listener) == .chunk(Self.chunk(number)))
            }
            #expect(audience.take(for: listener) == .notYet)
        }
    }

    @Test("begin with the newest chunk")
    func late() {
        var audience = Audience()
        audience.join(1)
        #expect(Self.add(0..<50, to: &audience) == [])
        audience.join(2)
        #expect(audience.take(for: 2) == .chunk(Self.chunk(49)))
        #expect(audience.take(for: 2) == .notYet)
    }

    @Test("are dropped when they are more than ten seconds behind, and no others are")
    func stuck() {
        var audience = Audience()
        for listener in [1, 2, 3] { audience.join(listener) }
        #expect(Self.add(0..<Audience.capacity, to: &audience) == [])
        #expect(audience.take(for: 2) == .chunk(Self.chunk(0)))
        #expect(
            Self.add(Audience.capacity..<Audience.capacity + 1, to: &audience).sorted() == [1, 3])
        #expect(audience.take(for: 1) == .over)
        #expect(audience.take(for: 2) == .chunk(Self.chunk(1)))
        #expect(audience.listenerCount == 1)
    }

    @Test("form a run until the last has left, and get nothing of another run")
    func runs() {
        var audience = Audience()
        #expect(audience.run == nil)
        audience.join(1)
        audience.join(2)
        #expect(audience.run == 1)
        audience.leave(1)
        #expect(audience.run == 1)
        #expect(Self.add(0..<5, to: &audience) == [])
        audience.leave(2)
        #expect(audience.run == nil)
        audience.join(3)
        #expect(audience.run == 2)
        #expect(audience.add(Self.chunk(5), of: 1) == [])
        #expect(audience.take(for: 3) == .notYet)
        #expect(audience.add(Self.chunk(0), of: 2) == [])
        #expect(audience.take(for: 3) == .chunk(Self.chunk(0)))
    }

    @Test("get the remaining chunks when nothing more comes")
    func end() {
        var audience = Audience()
        audience.join(1)
        #expect(Self.add(0..<2, to: &audience) == [])
        audience.end()
        #expect(audience.run == nil)
        #expect(audience.take(for: 1) == .chunk(Self.chunk(0)))
        #expect(audience.take(for: 1) == .chunk(Self.chunk(1)))
        #expect(audience.take(for: 1) == .over)
    }
}
