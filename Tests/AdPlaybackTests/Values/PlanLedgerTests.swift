import AdPlayback
import MediaTime
import Testing

@Suite("Plan ledger")
struct PlanLedgerTests {
    /// A ledger in which "old" is heard, and "new" was offered from frame 100 on.
    private static let offered = {
        var ledger = PlanLedger("old")
        ledger.offer("new", from: FrameTime(100))
        return ledger
    }()

    @Test("is based on the newest offer, and keeps what is heard until then")
    func offered() {
        #expect(Self.offered.plan == "new")
        #expect(Self.offered.base == "old")
    }

    @Test(
        "treats a plan as adopted once one of its frames was heard, and no sooner",
        arguments: [(100, "old"), (101, "new")])
    func heard(frame: Int64, base: String) {
        var ledger = Self.offered
        ledger.hear(upTo: FrameTime(frame))
        #expect(ledger.base == base)
        #expect((ledger.draft == nil) == (base == "new"))
    }

    @Test("tells whether more was heard than before")
    func more() {
        var ledger = Self.offered
        #expect(
            [0, 50, 50, 49, 51].map { ledger.hear(upTo: FrameTime($0)) } == [
                false, true, false, false, true,
            ])
        #expect(ledger.heard == FrameTime(51))
    }

    @Test("returns to what is heard whenever the offer is refused")
    func refused() {
        var ledger = Self.offered
        ledger.refuse()
        #expect(ledger.plan == "old")
        ledger.offer("newer", from: FrameTime(200))
        ledger.refuse()
        #expect(ledger.plan == "old")
    }

    @Test("returns no further than to what was heard last")
    func refusedAfterAdoption() {
        var ledger = Self.offered
        ledger.takeAnswer()
        ledger.refuse()
        #expect(ledger.plan == "new")
    }

    @Test("asks the sink once for all changes before its answer, and again for later ones")
    func request() {
        var ledger = PlanLedger("old")
        var asked: [Bool] = []
        asked.append(ledger.takeRequest())
        ledger.wantSwitch()
        asked.append(ledger.takeRequest())
        ledger.wantSwitch()
        asked.append(ledger.takeRequest())
        #expect(!ledger.isSettled)
        ledger.takeAnswer()
        #expect(ledger.isSettled)
        ledger.wantSwitch()
        asked.append(ledger.takeRequest())
        #expect(asked == [false, true, false, true])
    }

    @Test("keeps changes made meanwhile, whether the offer is refused or not")
    func changed() {
        var ledger = Self.offered
        ledger.change { $0 += ", cut" }
        #expect(ledger.plan == "new, cut")
        ledger.refuse()
        #expect(ledger.plan == "old, cut")
    }
}
