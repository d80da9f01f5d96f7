import MediaTime
import Testing

@testable import AudioSinks

@Suite("The title of a restream")
struct NewestTitleTests {
    @Test("is told once, also if it is shown again before the server has it")
    func once() {
        var newest = NewestTitle()
        #expect(newest.take() == nil)
        newest.show("Tea")
        newest.show("Tea")
        #expect(newest.take() == "Tea")
        #expect(newest.take() == nil)
        newest.show("Tea")
        #expect(newest.take() == nil)
    }

    @Test("is the newest one, whatever came before it")
    func newest() {
        var newest = NewestTitle()
        newest.show("Tea")
        newest.show("Ferry")
        #expect(newest.take() == "Ferry")
        newest.show("Tea")
        #expect(newest.take() == "Tea")
    }

    private static func time(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: 0).advanced(by: seconds)
    }

    @Test("is told by another thread if a server does not answer, and by the same one if it does")
    func hangingServer() {
        var threads = TitleThreads()
        #expect(threads.isAnswered(0) == true)
        #expect(threads.replaceHanging(at: Self.time(100)) == nil)
        threads.wait(from: Self.time(100))
        #expect(threads.replaceHanging(at: Self.time(129)) == nil)
        #expect(threads.isAnswered(0) == true)
        #expect(threads.replaceHanging(at: Self.time(131)) == nil)
        threads.wait(from: Self.time(200))
        #expect(threads.replaceHanging(at: Self.time(230)) == 1)
        #expect(threads.isAnswered(1) == true)
        // The first one has its answer after all.
        #expect(threads.isAnswered(0) == false)
        #expect(threads.isAnswered(1) == true)
    }

    @Test("is told by a few threads at most while a server hangs, until one has its answer")
    func fewThreads() {
        var threads = TitleThreads()
        threads.wait(from: Self.time(0))
        let replaced = (1...10).map { threads.replaceHanging(at: Self.time(Double($0) * 30)) }
        #expect(replaced == [1, 2, 3, 4] + Array(repeating: nil, count: 6))
        #expect(threads.isAnswered(2) == false)
        #expect(threads.replaceHanging(at: Self.time(400)) == 5)
    }

    @Test("is told again to a server that has forgotten it, if there was one")
    func forgotten() {
        var newest = NewestTitle()
        newest.repeatLast()
        #expect(newest.take() == nil)
        newest.show("Tea")
        _ = newest.take()
        newest.repeatLast()
        #expect(newest.take() == "Tea")
    }
}
