import HTTPAccess
import SampleStation

/// A stream with ICY blocks, taken apart as a player would.
struct ICYReading {
    /// After how many bytes of audio a block is due.
    let interval: Int
    private(set) var audio: [UInt8] = []
    /// What was told, without the blocks that say nothing new.
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
