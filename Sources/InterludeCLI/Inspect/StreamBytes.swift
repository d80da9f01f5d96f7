import HTTPAccess
import MediaTime
import PlainText
import StreamFetching
import Synchronization

/// The beginning of what a web server sends at an address.
struct StreamBytes: Sendable {
    var address: WebAddress
    var contentType: String?

    /// The `icy-` header fields that the server sends, by their names without that.
    var icyFields: [String: String] = [:]

    /// Without the blocks of metadata.
    var audio: [UInt8]
    var blocks: [ICYDemuxer.Block]

    /// No more bytes are collected, whatever length of audio they are.
    static let maximumByteCount = 32 << 20

    private static let knownFields = [
        "name", "genre", "description", "url", "br", "pub", "metaint", "sr",
    ]

    /// Thrown to end a response that has sent enough.
    private struct Enough: Error {}

    private struct Collected {
        var demuxer: ICYDemuxer
        var audio: [UInt8] = []
        var blocks: [ICYDemuxer.Block] = []
    }

    /// Requests `length` of a stream, or a document as a whole. A live stream that is slow gets
    /// a while longer than `length`.
    init(
        _ address: WebAddress, atLeast length: Duration, through client: WebClient
    ) async throws(CommandError) {
        do {
            let response = try await client.open(
                WebRequest(address, from: .typed, headers: [.icyMetadata]))
            let interval = response[header: "icy-metaint"].flatMap { Int($0) }
            let collected = Mutex(Collected(demuxer: ICYDemuxer(metadataInterval: interval)))
            let limit = Self.byteCount(of: length, in: response)
            try await Self.collect(response, until: length + .seconds(10)) { chunk in
                let count = collected.withLock { state in
                    let output = state.demuxer.demux(chunk[...])
                    state.audio += output.audio
                    state.blocks += output.blocks
                    return state.audio.count
                }
                if count >= limit { throw Enough() }
            }
            self.address = response.address
            contentType = response.contentType
            audio = collected.withLock { $0.audio }
            blocks = collected.withLock { $0.blocks }
            for name in Self.knownFields {
                icyFields[name] = response[header: "icy-\(name)"].map { $0.printable(limit: 200) }
            }
        } catch let error as HTTPAccessError {
            if case .encoded = error.reason { throw CommandError(.unreadableInput, "\(error)") }
            throw CommandError(.unavailable, "\(error)")
        } catch {
            throw CommandError(.unavailable, "\(address): the connection broke off; try again")
        }
    }

    /// How many bytes `length` of the stream has, generously. A document is read as a whole.
    private static func byteCount(of length: Duration, in response: WebResponse) -> Int {
        if let size = response.contentLength { return min(size + 1, maximumByteCount) }
        let stated = response[header: "icy-br"].flatMap { Int($0.prefix { $0 != "," }) }
        let kilobits = min(max(stated ?? 320, 8), 10_000)
        let bytes = length.inSeconds * Double(kilobits) * 125 * 1.2 + 65_536
        return min(Int(saturating: bytes), maximumByteCount)
    }

    /// Passes the body to `take` until that throws ``Enough``, the body ends, or the time is over.
    private static func collect(
        _ response: WebResponse, until limit: Duration,
        _ take: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await response.forEachChunk { try take($0) }
                } catch is Enough {
                    return
                }
            }
            group.addTask { try await ContinuousClock().sleep(for: limit) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
