import HLSPlaylists
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
