import SampleStation
import Testing

@Suite("The end of a station")
struct StationEndTests {
    @Test("comes with listeners that play, that wait, and that are just connecting")
    func listeners() async throws {
        for round in 0..<10 {
            var configuration = try Samples.configuration()
            // With a clock that stands still, listeners wait forever.
            if round.isMultiple(of: 2) { configuration.clock = .standing(at: .seconds(20)) }
            try await SampleStation.withStation(configuration) { addresses in
                let client = StationClient(base: addresses.url)
                _ = try await client.listen("/live.mp3", byteCount: 1_000)
                for _ in 0..<20 {
                    // Not awaited: these requests arrive while the station ends.
                    Task { try await client.listen("/live.mp3", byteCount: 10_000_000) }
                }
            }
        }
    }
}
