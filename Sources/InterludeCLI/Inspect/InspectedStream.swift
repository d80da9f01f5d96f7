import AdCues
import AudioDecoding
import FoundationEssentials
import HLSPlaylists
import HTTPAccess
import MediaTime
import PlainText
import StreamFetching

/// A stream's beginning, with all that `inspect stream` prints about it.
struct InspectedStream {
    let name: String
    private(set) var contentType: String?
    private(set) var icyFields: [String: String] = [:]
    private(set) var variants: [Variant] = []

    /// The media playlist of HLS.
    private(set) var playlist: MediaPlaylist?
    private(set) var cues: [Cue] = []

    /// The timed tags of HLS that are neither titles nor markers, up to ``tagLimit``.
    private(set) var tags: [(time: Duration, frames: [TagFrame])] = []

    /// `nil` if the segments of HLS are encrypted.
    private(set) var audio: ProbedAudio?

    private static let tagLimit = 256

    /// Reads `length` of the stream at `input`.
    init(_ input: SourceArgument, _ length: Duration) async throws(CommandError) {
        switch input {
        case .file(let path):
            name = path
            try readFile(path, length)
        case .standardInput:
            throw CommandError(.usage, "inspect stream: name a file or an address, not -")
        case .address(let text):
            guard let address = WebAddress(text) else {
                throw CommandError(.usage, "\(text): not an http(s) address; check it")
            }
            name = address.description
            let client = WebClient(
                configuration: WebClientConfiguration(
                    environment: ProcessInfo.processInfo.environment))
            do throws(CommandError) {
                try await fetch(address, length, through: client)
            } catch {
                await client.close()
                throw error
            }
            await client.close()
        }
    }

    private mutating func readFile(_ path: String, _ length: Duration) throws(CommandError) {
        try InputFile.require(at: path)
        let reader: FileByteReader
        do throws(SourceError) {
            reader = try FileByteReader(path: path)
        } catch {
            throw CommandError(.missingInput, "\(error)")
        }
        audio = try Self.decoded(reader, Container(fileName: path), length, named: path)
    }

    private mutating func fetch(
        _ address: WebAddress, _ length: Duration, through client: WebClient
    ) async throws(CommandError) {
        let stream = try await StreamBytes(address, atLeast: length, through: client)
        contentType = stream.contentType
        guard !stream.audio.starts(with: Array("#EXTM3U".utf8)) else {
            try await readPlaylist(stream, length, through: client)
            return
        }
        icyFields = stream.icyFields
        let hint =
            stream.contentType.flatMap(Container.init(contentType:))
            ?? Container(fileName: stream.address.description)
        let audio = try Self.decoded(
            MemoryByteReader(stream.audio), hint, length, named: name)
        var reader = ICYCues()
        for block in stream.blocks {
            guard let time = audio.time(ofByte: block.position) else { break }
            if let cue = reader.receive(block.metadata, at: time) { cues.append(cue) }
        }
        self.audio = audio
    }

    private mutating func readPlaylist(
        _ document: StreamBytes, _ length: Duration, through client: WebClient
    ) async throws(CommandError) {
        switch try Self.parsed(document) {
        case .multivariant(let list):
            variants = list.variants
            guard let best = variants.max(by: { ($0.bandwidth ?? 0) < ($1.bandwidth ?? 0) }),
                let address = WebAddress(best.uri, relativeTo: document.address)
            else { throw CommandError(.unreadableInput, "\(name): it names no playlist") }
            let next = try await StreamBytes(address, atLeast: length, through: client)
            guard case .media(let media) = try Self.parsed(next) else {
                throw CommandError(
                    .unreadableInput, "\(address): a multivariant playlist inside another")
            }
            try await take(media, at: next.address, length, through: client)
        case .media(let media):
            try await take(media, at: document.address, length, through: client)
        }
    }

    private static func parsed(_ document: StreamBytes) throws(CommandError) -> HLSPlaylist {
        do throws(HLSPlaylistError) {
            return try HLSPlaylist(parsing: document.audio)
        } catch {
            throw CommandError(.unreadableInput, "\(document.address): \(error)")
        }
    }

    /// Takes the markers and the audio of the first segments.
    private mutating func take(
        _ media: MediaPlaylist, at address: WebAddress, _ length: Duration,
        through client: WebClient
    ) async throws(CommandError) {
        playlist = media
        cues = Cue.cues(in: media).filter { $0.position.duration <= length }
        guard media.segments.allSatisfy({ $0.keys.isEmpty }) else { return }
        var bytes: [UInt8] = []
        var end = Duration.zero
        var map: InitializationSection?
        var mapBytes: [UInt8] = []
        var reader = SegmentReader()
        for segment in media.segments {
            guard end < length, bytes.count < StreamBytes.maximumByteCount else { break }
            if segment.map != map, let section = segment.map {
                map = section
                mapBytes = try await Self.bytes(
                    section.uri, section.byteRange, address, client)
                bytes += mapBytes
            }
            let part = try await Self.bytes(segment.uri, segment.byteRange, address, client)
            let metadata = reader.read(part, map: mapBytes)
            tags += metadata.tags.prefix(Self.tagLimit - tags.count).map {
                (end + .frames($0.offset - .zero), $0.frames)
            }
            // In packed audio each segment begins with tags, which are no audio.
            bytes += part.dropFirst(metadata.tagByteCount)
            end += segment.duration
        }
        guard !bytes.isEmpty else { return }
        audio = try Self.decoded(MemoryByteReader(bytes), nil, length, named: name)
    }

    private static func bytes(
        _ uri: String, _ range: ByteRange?, _ base: WebAddress, _ client: WebClient
    ) async throws(CommandError) -> [UInt8] {
        guard let address = WebAddress(uri, relativeTo: base) else {
            throw CommandError(.unreadableInput, "\(base): '\(uri.printable())' is no address")
        }
        let bytes = try await StreamBytes(address, atLeast: .zero, through: client).audio
        guard let range else { return bytes }
        return Array(bytes.dropFirst(range.offset).prefix(range.length))
    }

    private static func decoded(
        _ reader: any ByteReader, _ hint: Container?, _ length: Duration, named name: String
    ) throws(CommandError) -> ProbedAudio {
        do throws(DecodingError) {
            return try ProbedAudio(reader, hint: hint, atMost: length)
        } catch {
            throw CommandError(.unreadableInput, "\(name): \(error)")
        }
    }
}
