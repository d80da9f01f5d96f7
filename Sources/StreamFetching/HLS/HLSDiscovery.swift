import HLSPlaylists
import HLSStreaming
import HTTPAccess

/// An address leads to an HLS stream, which ``HLSFetcher`` plays.
///
/// ``StreamOpener`` throws it, because it opens only streams that are one response.
package struct HLSDiscovery: Error {
    /// The request for the playlist.
    let request: WebRequest
    /// The playlist, with its address after redirects.
    let document: WebDocument
    let client: WebClient
}

extension HLSDiscovery {
    /// Reads the playlist.
    func playlist() throws(SourceError) -> HLSPlaylist {
        do throws(HLSPlaylistError) {
            return try HLSPlaylist(
                parsing: document.bytes, in: .init(query: document.address.query))
        } catch {
            throw .HLS(document.address.description, .playlist(error))
        }
    }
}

extension HLSDiscovery {
    /// `nil` if the response to `request` is no HLS playlist.
    init?(_ document: WebDocument, _ request: WebRequest, client: WebClient) {
        let beginning = Array(document.bytes.prefix(64))
        guard Playlist.Format(firstBytes: beginning) == .m3u,
            document.bytes.count <= HLSLimits.byteCount,
            Playlist(parsing: document.bytes, as: .m3u).isHLS
        else { return nil }
        self.init(request: request, document: document, client: client)
    }
}

extension HLSFailure {
    /// Returns the result of `work`, or throws its failure as that of the stream at `place`.
    static func at<Result>(
        _ place: String, _ work: () throws(HLSFailure) -> Result
    ) throws(SourceError) -> Result {
        do throws(HLSFailure) {
            return try work()
        } catch {
            throw .HLS(place, error)
        }
    }
}
