import HLSPlaylists

/// The media playlist of `lines`, under the first line of every playlist.
func media(
    _ lines: String..., in surroundings: HLSPlaylist.Surroundings = HLSPlaylist.Surroundings()
) throws(HLSPlaylistError) -> MediaPlaylist {
    let document = (["#EXTM3U"] + lines).joined(separator: "\n")
    guard
        case .media(let playlist) = try HLSPlaylist(parsing: Array(document.utf8), in: surroundings)
    else { throw HLSPlaylistError(.mixedKinds) }
    return playlist
}

/// The multivariant playlist of `lines`.
func multivariant(_ lines: String...) throws(HLSPlaylistError) -> MultivariantPlaylist {
    let document = (["#EXTM3U"] + lines).joined(separator: "\r\n")
    guard case .multivariant(let playlist) = try HLSPlaylist(parsing: Array(document.utf8)) else {
        throw HLSPlaylistError(.mixedKinds)
    }
    return playlist
}

/// What is wrong with the document of `lines`; `nil` if it is read.
func refusal(_ lines: String...) -> String? {
    do throws(HLSPlaylistError) {
        _ = try HLSPlaylist(parsing: Array(lines.joined(separator: "\n").utf8))
        return nil
    } catch {
        return error.description
    }
}
