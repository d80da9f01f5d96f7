import MediaTime
import TestServers
import Testing

@testable import Playout

@Suite("The demand for a source that waits until it is read")
struct ReadingDemandTests {
    private static let lead = FrameTime(Int64(ReadingDemand.lead))

    @Test("reaches two minutes beyond the decoder")
    func lead() {
        let demand = ReadingDemand()
        #expect(!demand.isMet(before: Self.lead - 1))
        #expect(demand.isMet(before: Self.lead))
        demand.noteDecoded(FrameTime(1000))
        #expect(!demand.isMet(before: Self.lead))
        #expect(demand.isMet(before: Self.lead + 1000))
    }

    @Test("reaches as far as anybody waits for it")
    func awaited() {
        let demand = ReadingDemand()
        demand.demandByReader(before: Self.lead + 500)
        #expect(!demand.isMet(before: Self.lead + 499))
        #expect(demand.isMet(before: Self.lead + 500))
        demand.demandBySession(before: Self.lead + 100)
        #expect(!demand.isMet(before: Self.lead + 499))
        demand.demandByReader(before: .zero)
        #expect(!demand.isMet(before: Self.lead + 99))
        #expect(demand.isMet(before: Self.lead + 100))
    }

    @Test("is not met once nobody reads any more, and ends a wait")
    func stopped() async throws {
        let demand = ReadingDemand()
        async let waited: Void = onThread { demand.wait(before: Self.lead) }
        demand.stop()
        try await waited
        #expect(!demand.isMet(before: Self.lead))
    }

    @Test("waits for nobody while it is not met")
    func unmet() {
        ReadingDemand().wait(before: Self.lead - 1)
    }

    /// What ends a wait.
    enum Demand: CaseIterable {
        case byReader, bySession, byDecoder
    }

    @Test(
        "ends a wait once somebody waits for the next frame, or a portion was decoded",
        .timeLimit(.minutes(1)), arguments: Demand.allCases)
    func woken(kind: Demand) async throws {
        let demand = ReadingDemand()
        let begins = Gate()
        async let waited: Void = onThread {
            begins.open()
            demand.wait(before: Self.lead)
        }
        try await onThread { begins.wait() }
        switch kind {
        case .byReader: demand.demandByReader(before: Self.lead + 1)
        case .bySession: demand.demandBySession(before: Self.lead + 1)
        case .byDecoder: demand.noteDecoded(FrameTime(Int64(ReadingDemand.portion + 1)))
        }
        try await waited
        #expect(!demand.isMet(before: Self.lead))
    }
}
