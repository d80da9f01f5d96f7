import AdCues
import MediaTime
import Testing

@Suite("A18: silence in the sound of a stream")
struct SilenceCueTests {
    private static let hop = FrameTime.rate / 10

    /// Blocks for so many tenths of a second of sound and of silence in turn.
    private func blocks(_ tenths: Int...) -> [Double] {
        tenths.enumerated().flatMap { index, count in
            Array(repeating: index % 2 == 0 ? 1e-2 : 1e-6, count: count)
        }
    }

    private static func rule(_ role: SilenceCueRule.Role, for length: Duration) -> SilenceCueRule {
        SilenceCueRule(role, below: 1e-4, for: length)
    }

    @Test("begins a break once it is long enough, and ends it with the first sound")
    func starts() {
        var cues = SilenceCues(Self.rule(.start, for: .seconds(20)))
        let found = cues.receive(blocks(50, 300, 50), from: .zero)
        #expect(found.map(\.kind) == [.out(duration: nil), .in])
        #expect(found.map(\.position.seconds) == [25, 35.3])
        #expect(found.map(\.id) == ["1", "1"])
        #expect(found.allSatisfy { $0.source == .silence && !$0.returnsByItself })
    }

    @Test("ends a break where it began, and says so once")
    func ends() {
        var cues = SilenceCues(Self.rule(.end, for: .seconds(2)))
        let found = cues.receive(blocks(50, 300, 50, 300), from: .zero)
        #expect(found.map(\.kind) == [.in, .in])
        #expect(found.map(\.position.seconds) == [5, 40])
        #expect(found.allSatisfy { $0.id == nil })
    }

    @Test("marks nothing if it is too short", arguments: [SilenceCueRule.Role.start, .end])
    func short(role: SilenceCueRule.Role) {
        var cues = SilenceCues(Self.rule(role, for: .seconds(20)))
        // A block is 400 ms long, so 196 of them are 19.9 s.
        #expect(cues.receive(blocks(50, 196, 50), from: .zero).isEmpty)
        #expect(cues.receive(blocks(50, 197, 50), from: cues.next ?? .zero).isEmpty == false)
    }

    @Test("is the same however its blocks arrive")
    func pieces() {
        let all = blocks(13, 230, 7, 250, 90)
        var whole = SilenceCues(Self.rule(.start, for: .seconds(20)))
        let expected = whole.receive(all, from: .zero)
        var parts = SilenceCues(Self.rule(.start, for: .seconds(20)))
        var found: [Cue] = []
        for index in all.indices {
            found += parts.receive([all[index]], from: FrameTime(Int64(index * Self.hop)))
        }
        #expect(found == expected && expected.count == 4)
    }

    @Test("starts again where the listener jumps")
    func jump() {
        var cues = SilenceCues(Self.rule(.start, for: .seconds(20)))
        #expect(cues.receive(blocks(1, 150), from: .zero).isEmpty)
        let found = cues.receive(blocks(0, 250), from: FrameTime(.seconds(100)))
        #expect(found.map(\.position.seconds) == [120])
    }

    @Test("has a length in range, whatever the rule says")
    func hostile() {
        let lengths = [Duration.zero, .seconds(-5), .seconds(Int64.max)]
        let rules = lengths.map { Self.rule(.start, for: $0) }
        #expect(rules.map(\.length) == [.milliseconds(500), .milliseconds(500), .seconds(600)])
        var cues = SilenceCues(rules[0])
        #expect(cues.receive([.infinity, .nan, -1, 0, 0, 0], from: .zero).count == 1)
    }
}
