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
