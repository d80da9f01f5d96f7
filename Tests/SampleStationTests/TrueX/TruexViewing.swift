import SampleStation
import Testing

/// A viewer of a stream with requests to a station's ad server.
struct TruexViewing {
    let client: StationClient
    var user = "anna"
    var stream = "stream-1"

    /// The ad server's answer when the viewer reaches a pod.
    func answer(_ query: String = "") async throws -> StationClient.Answer {
        try await client.get(
            "/truex/config?placement_hash=lighthouse&user_id=\(user)&stream_id=\(stream)\(query)")
    }

    func config(_ query: String = "") async throws -> TruexConfig {
        try await answer(query).json(TruexConfig.self)
    }

    /// Whether the ad server has no ad for the viewer.
    func isRefused() async throws -> Bool {
        let answer = try await answer()
        return answer.status == 200 && answer.text == #"{"error":"No bid found"}"#
    }

    /// Sends the ad server an event of an offered ad.
    func tell(_ name: String, of config: TruexConfig) async throws {
        let address = "\(config.ad.service_url)?\(config.ad.service_params)&name=\(name)"
        #expect(try await client.post(address).status == 204)
    }

    func log() async throws -> TruexServerLog {
        try await client.get("/truex/log").json(TruexServerLog.self)
    }

    /// Runs a station with a viewer.
    static func atStation(
        _ body: @escaping @Sendable (TruexViewing) async throws -> Void
    ) async throws {
        try await SampleStation.withStation(Samples.configuration()) { addresses in
            try await body(TruexViewing(client: StationClient(base: addresses.url)))
        }
    }
}

extension StationClient.Answer {
    var text: String { String(decoding: body, as: UTF8.self) }
}
