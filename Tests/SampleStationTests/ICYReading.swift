import HTTPAccess
import SampleStation

/// Splits a stream with ICY blocks, as a player does.
struct ICYReading {
    /// The bytes of audio between two blocks.
    let interval: Int
    private(set) var audio: [UInt8] = []
    /// The received titles, without repetitions.
    private(set) var titles: [String] = []

    private var untilBlock: Int
    private var rest: [UInt8] = []

    init(interval: Int) {
        self.interval = interval
        untilBlock = interval
    }

    mutating func take(_ bytes: [UInt8]) {
        rest += bytes
        while !rest.isEmpty {
            let piece = rest.prefix(untilBlock)
            if !piece.isEmpty {
                audio += piece
                untilBlock -= piece.count
                rest.removeFirst(piece.count)
                continue
            }
            let length = Int(rest[0]) * 16
            guard rest.count > length else { return }
            if length > 0 {
                let title = rest[1...length].prefix { $0 != 0 }
                titles.append(String(decoding: title, as: UTF8.self))
            }
            rest.removeFirst(1 + length)
            untilBlock = interval
        }
    }
}

/// An MP3 stream with ICY blocks, as received by a listener.
struct TitledListening {
    private(set) var reading: ICYReading
    /// The interval in the server's header.
    let namedInterval: Int?
    /// The titles sent.
    var expected: [String] = []

    /// Listens until `isEnough`, which is called with the titles received so far. A block is due
    /// after every `interval` bytes.
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
