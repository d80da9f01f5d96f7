import AdCues
import HLSPlaylists
import HLSStreaming
import HTTPAccess
import MediaTime
import Synchronization

/// Loads the playlists and the media of one HLS stream, and decrypts the media.
///
/// Addresses in playlists are from documents: they lead to the private network only as far as the
/// stream's own address does, and each host gets only its own credentials. Callable from any thread.
final class HLSLoader: Sendable {
    private struct State {
        /// The request for each playlist that was loaded, with its address after redirects.
        var bases: [Int: WebRequest] = [:]
        var keys: [WebAddress: [UInt8]] = [:]
        var maps: [InitializationSection: [UInt8]] = [:]
        /// The last run with audio missing before it.
        var interruptedRun = 0
    }

    private let client: WebClient
    private let main: WebRequest
    private let variables: [String: String]
    private let choices: [HLSChoice]
    private let state: Mutex<State>

    /// A segment of ten seconds of lossless audio has 5 MB, and one with video up to 20 MB.
    private static let maximumByteCount = 64 << 20
    private static let mapByteCount = 1 << 20
    private static let playlistLimit = Duration.seconds(20)
    private static let keyLimit = Duration.seconds(10)
    private static let shortestMediaLimit = Duration.seconds(20)
    /// Keys and maps that are kept.
    private static let keptCount = 16

    init(_ found: HLSDiscovery, _ playlist: HLSPlaylist, choices: [HLSChoice]) {
        client = found.client
        var main = found.request
        main.headers = []
        main.address = found.document.address
        self.main = main
        self.choices = choices
        switch playlist {
        case .multivariant(let list):
            variables = list.variables
            state = Mutex(State())
        case .media:
            variables = [:]
            state = Mutex(State(bases: [0: main]))
        }
    }

    /// Loads a media playlist.
    func playlist(_ request: PlaylistRequest) async throws -> MediaPlaylist {
        let own = choices[request.choice].uri
        let plain = try own.map { try following($0, from: main) } ?? main
        var asked = plain
        if let address = plain.address.adding(request.directives) { asked.address = address }
        let document = try await client.download(
            asked, maximumByteCount: HLSLimits.byteCount, within: Self.playlistLimit)
        var base = plain
        base.address = document.address
        state.withLock { [base] in $0.bases[request.choice] = base }
        let surroundings = HLSPlaylist.Surroundings(
            imported: variables, query: plain.address.query)
        let place = document.address.description
        let playlist: HLSPlaylist
        do throws(HLSPlaylistError) {
            playlist = try HLSPlaylist(parsing: document.bytes, in: surroundings)
        } catch {
            throw SourceError.HLS(place, .playlist(error))
        }
        switch playlist {
        case .media(let media): return media
        case .multivariant: throw SourceError.HLS(place, .nestedVariants)
        }
    }

    /// Loads a segment or a part of one, decrypted.
    ///
    /// A station that has begun again may use the addresses of its keys and maps for others.
    func media(_ request: MediaRequest) async throws -> [UInt8] {
        if request.joint == .interrupted {
            state.withLock { state in
                guard state.interruptedRun != request.run else { return }
                (state.keys, state.maps, state.interruptedRun) = ([:], [:], request.run)
            }
        }
        let limit = max(request.duration * 3, Self.shortestMediaLimit)
        return try await resource(
            request.uri, request.byteRange, key: request.key, sequence: request.sequence,
            of: request.choice, maximumByteCount: Self.maximumByteCount, within: limit)
    }

    /// Loads what the decoder needs before the first segment of a run; empty if there is nothing.
    func map(of request: MediaRequest) async throws -> [UInt8] {
        guard let map = request.map else { return [] }
        if let known = state.withLock({ $0.maps[map] }) { return known }
        let key = map.keys.first { $0.method == .aes128 && $0.initializationVector != nil }
        let bytes = try await resource(
            map.uri, map.byteRange, key: key, sequence: request.sequence, of: request.choice,
            maximumByteCount: Self.mapByteCount, within: Self.keyLimit)
        state.withLock { state in
            if state.maps.count >= Self.keptCount { state.maps = [:] }
            state.maps[map] = bytes
        }
        return bytes
    }

    /// `cues` of a playlist, with the addresses of their assets resolved. Without a usable address, an
    /// interstitial has no assets.
    func resolved(_ cues: [Cue], of choice: Int) -> [Cue] {
        let base = state.withLock { $0.bases[choice] } ?? main
        return cues.map { cue in
            guard var interstitial = cue.interstitial else { return cue }
            var cue = cue
            let address = WebAddress(interstitial.asset.address, relativeTo: base.address)
            interstitial.typedAddress = typedAddress
            interstitial.asset.address = address?.description ?? ""
            cue.interstitial = address == nil ? nil : interstitial
            return cue
        }
    }

    /// The address that the operator typed for the stream; `nil` if a listener or a document named it.
    private var typedAddress: String? {
        switch main.provenance {
        case .typed: main.address.description
        case .document(let typed): typed?.description
        }
    }

    private func resource(
        _ uri: String, _ range: ByteRange?, key: EncryptionKey?, sequence: Int, of choice: Int,
        maximumByteCount: Int, within limit: Duration
    ) async throws -> [UInt8] {
        let base = state.withLock { $0.bases[choice] } ?? main
        let request = try following(uri, from: base)
        var decryption: AESDecryption?
        if let key { decryption = try await self.decryption(key, sequence, from: base) }
        let document: WebDocument
        if let range {
            guard range.length <= maximumByteCount else {
                throw HTTPAccessError(
                    .tooLarge(maximumByteCount: maximumByteCount), at: request.address)
            }
            guard range.length > 0 else { return [] }
            document = try await client.download(
                request, bytes: range.offset..<range.end, within: limit)
        } else {
            document = try await client.download(
                request, maximumByteCount: maximumByteCount, within: limit)
        }
        guard let decryption else { return document.bytes }
        guard let bytes = try decryption.decrypt(document.bytes) else {
            throw SourceError.undecryptable(request.address.description)
        }
        return bytes
    }

    private func decryption(
        _ key: EncryptionKey, _ sequence: Int, from base: WebRequest
    ) async throws -> AESDecryption {
        let request = try following(key.uri, from: base)
        let known = state.withLock { $0.keys[request.address] }
        let bytes: [UInt8]
        if let known {
            bytes = known
        } else {
            bytes = try await client.download(
                request, maximumByteCount: 1024, within: Self.keyLimit
            ).bytes
        }
        let decryption = AESDecryption(
            key: bytes, vector: key.initializationVector, sequence: sequence)
        guard let decryption else {
            throw SourceError.undecryptable(request.address.description)
        }
        guard known == nil else { return decryption }
        state.withLock { state in
            if state.keys.count >= Self.keptCount { state.keys = [:] }
            state.keys[request.address] = bytes
        }
        return decryption
    }

    private func following(_ uri: String, from base: WebRequest) throws -> WebRequest {
        guard let address = WebAddress(uri, relativeTo: base.address) else {
            throw SourceError.notAnAddress(uri)
        }
        return base.following(address)
    }
}
