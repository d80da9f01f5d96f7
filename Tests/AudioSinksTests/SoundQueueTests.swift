import Testing

@testable import AudioSinks

@Suite("Sound on its way to a streaming server")
struct SoundQueueTests {
    @Test("arrives in order, in portions of 100 ms and a last one that is shorter")
    func portions() {
        let queue = SoundQueue()
        let samples = (0..<25_000).map { Float($0) }
        for start in stride(from: 0, to: samples.count, by: 960) {
            queue.add(Array(samples[start..<min(start + 960, samples.count)]).span)
        }
        queue.finish()
        #expect(queue.next() == .samples(Array(samples[..<9600])))
        #expect(queue.next() == .samples(Array(samples[9600..<19_200])))
        #expect(queue.next() == .samples(Array(samples[19_200...])))
        #expect(queue.next() == .over)
    }

    @Test("is dropped beyond ten seconds, and then has room again")
    func dropped() {
        let queue = SoundQueue()
        let second = [Float](repeating: 0.5, count: 96_000)
        for _ in 0..<12 { queue.add(second.span) }
        for _ in 0..<50 { #expect(queue.next() == .samples(Array(second.prefix(9600)))) }
        queue.add([1, 2].span)
        for _ in 0..<50 { #expect(queue.next() == .samples(Array(second.prefix(9600)))) }
        queue.finish()
        #expect(queue.next() == .samples([1, 2]))
        #expect(queue.next() == .over)
    }

    @Test("is dropped when it is too old, and goes on with what follows")
    func removed() {
        let queue = SoundQueue()
        queue.add([Float](repeating: 0.5, count: 96_000).span)
        queue.removeAll()
        #expect(!queue.isFinished)
        queue.add([1, 2].span)
        queue.finish()
        #expect(queue.isFinished)
        #expect(queue.next() == .samples([1, 2]))
        #expect(queue.next() == .over)
    }
}
