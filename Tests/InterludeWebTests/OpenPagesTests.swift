import AdPlayback
import Synchronization
import Testing

@testable import InterludeWeb

@Suite("The pages that are open")
struct OpenPagesTests {
    @Test("are visible if any is, and are none once the last one is gone")
    func audience() {
        var pages = OpenPages()
        #expect(pages.audience == .nobody)
        pages.join("a")
        #expect(pages.audience == .nobody, "it has not told yet")
        pages.setVisibility(.hidden, of: "a")
        #expect(pages.audience == .hidden)
        pages.join("b")
        pages.setVisibility(.shown, of: "b")
        #expect(pages.audience == .watching, "one of two is enough")
        pages.setVisibility(.hidden, of: "b")
        #expect(pages.audience == .hidden)
        pages.setVisibility(.shown, of: "a")
        pages.leave("b")
        #expect(pages.audience == .watching)
        pages.leave("a")
        #expect(pages.audience == .nobody)
    }

    @Test("one whose new connection opens before the old one is noticed gone stays open")
    func reconnecting() {
        var pages = OpenPages()
        pages.join("a")
        pages.setVisibility(.shown, of: "a")
        pages.join("a")
        pages.leave("a")
        #expect(pages.audience == .watching)
        pages.leave("a")
        #expect(pages.audience == .nobody)
    }

    @Test("those of one connection come and go together, and another connection keeps them")
    func sharedConnection() {
        let told = Mutex<[TruexAudience]>([])
        let pages = PageRegistry { audience in told.withLock { $0.append(audience) } }
        pages.open()
        pages.join(["a", "b"])
        pages.setVisibility(.shown, of: "a")
        pages.setVisibility(.hidden, of: "b")
        pages.join(["a", "b", "c"])
        pages.leave(["a", "b"])
        #expect(pages.admit(.optIn, from: "a"))
        pages.setVisibility(.hidden, of: "a")
        #expect(!pages.admit(.back, from: "b"))
        pages.setVisibility(.shown, of: "b")
        pages.leave(["b", "a", "c"])
        let expected: [TruexAudience] = [.nobody, .watching, .hidden, .watching, .nobody]
        #expect(told.withLock { $0 } == expected, "never hidden while the last pages leave")
    }

    @Test("a late message of one that is gone is ignored")
    func late() {
        var pages = OpenPages()
        pages.join("a")
        pages.leave("a")
        pages.setVisibility(.shown, of: "a")
        pages.leave("a")
        #expect(pages.audience == .nobody)
    }

    @Test("one that is used counts as visible, whether or not it has reported that")
    func used() {
        var pages = OpenPages()
        pages.join("a")
        let isAdmitted = pages.admit(.optIn, from: "a")
        #expect(isAdmitted)
        #expect(pages.audience == .watching)
    }

    @Test("only a visible one controls the unit")
    func steering() {
        let pages = PageRegistry { _ in }
        for page in ["a", "b"] {
            pages.join([page])
            pages.setVisibility(.shown, of: page)
        }
        pages.setVisibility(.hidden, of: "b")
        #expect(pages.admit(.optIn, from: "a"))
        #expect(!pages.admit(.back, from: "b"))
        #expect(!pages.admit(.step(number: 3, count: 3), from: "b"))
        #expect(!pages.admit(.optIn, from: "c"), "it is not open")
    }

    @Test("of two visible ones, the one that was used last reports the unit's progress")
    func leading() {
        let pages = PageRegistry { _ in }
        for page in ["a", "b"] {
            pages.join([page])
            pages.setVisibility(.shown, of: page)
        }
        let step = TruexMessage.step(number: 1, count: 3)
        #expect(pages.admit(.optIn, from: "a"))
        #expect(pages.admit(step, from: "a"))
        #expect(!pages.admit(step, from: "b"))
        #expect(pages.admit(.interact, from: "b"))
        #expect(pages.admit(step, from: "b"))
        #expect(!pages.admit(step, from: "a"))
        pages.setVisibility(.hidden, of: "b")
        #expect(pages.admit(step, from: "a"), "nobody sees the other one any more")
        pages.setVisibility(.shown, of: "b")
        pages.leave(["b"])
        #expect(pages.admit(step, from: "a"), "the other one is gone")
    }
}
