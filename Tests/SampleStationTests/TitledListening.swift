import HTTPAccess
import SampleStation

/// An MP3 stream with ICY blocks, as a listener got it.
struct TitledListening {
    private(set) var reading: ICYReading
    /// The interval that the server named.
    let namedInterval: Int?
    /// What was to be told.
    var expected: [String] = []

    /// Listens until `isEnough`, which is asked whenever something came and gets what was told. A
    /// block is due after every `interval` bytes.
    init(
        to address: String, interval: Int, until isEnough: ([String]) async throws -> Bool
    ) async throws {
        reading = ICYReading(interval: interval)
        let response = try await StationClient(base: "").open(
            address, headers: [WebHeader("Icy-MetaData", "1")])
        namedInterval = response[header: "icy-metaint"].flatMap { Int($0) }
        for try await chunk in response.chunks {
            reading.take(chunk)
            if try await isEnough(reading.titles) { break }
        }
    }
}
