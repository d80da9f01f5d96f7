import HTTPAccess
import SampleStation
import Testing

@Suite("Ad server of true[X]: faults", .timeLimit(.minutes(1))) struct TruexFaultTests {
    @Test("occur on request, and are listed")
    func answers() async throws {
        try await TruexViewing.atStation { viewing in
            #expect(try await viewing.answer("&fault=500").status == 500)
            let garbage = try await viewing.answer("&fault=garbage")
            #expect(garbage.status == 200)
            #expect(throws: DecodingError.self) { try garbage.json(TruexConfig.self) }
            #expect(try await viewing.answer("&fault=no-bid").text == #"{"error":"No bid found"}"#)
            let unknown = try await viewing.answer("&fault=rain")
            #expect(unknown.status == 400)
            #expect(
                unknown.text
                    == #"{"error":"fault=rain: it is one of slow, stall, 500, garbage, no-bid"}"#)
            #expect(try await viewing.config().tag_type == "choice_card")
        }
    }

    @Test("delay answers by the station's clock")
    func slow() async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .running(timesFaster: 100)
        let clock = configuration.clock
        try await SampleStation.withStation(configuration) { addresses in
            let viewing = TruexViewing(client: StationClient(base: addresses.url))
            let asked = clock.elapsed()
            let config = try await viewing.config("&fault=slow")
            #expect(config.tag_type == "choice_card")
            #expect(clock.elapsed() - asked >= .seconds(3))
        }
    }

    @Test("send the head of an answer that never comes, and end with the station all the same")
    func stall() async throws {
        try await TruexViewing.atStation { viewing in
            let response = try await viewing.client.open(
                "/truex/config?placement_hash=lighthouse&user_id=anna&fault=stall")
            #expect(response[header: "content-type"] == "application/json")
            #expect(try await viewing.config().tag_type == "choice_card")
        }
    }
}
