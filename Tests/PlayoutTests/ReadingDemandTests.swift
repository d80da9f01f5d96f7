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
}
