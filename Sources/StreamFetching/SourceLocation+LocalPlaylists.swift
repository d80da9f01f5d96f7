import FoundationEssentials

extension SourceLocation {
    /// Where the source is once playlists that are files have been followed.
    ///
    /// Reads the beginning of a file, and the whole of one that is a playlist. What a file names
    /// counts as typed by the operator, whose file it is.
    package func followingLocalPlaylists() throws -> SourceLocation {
        var location = self
        for _ in 0...StreamOpener.playlistLimit {
            guard case .file(let path) = location, let entry = try Self.entry(inPlaylistAt: path)
            else { return location }
            location = try SourceLocation(parsing: entry).relative(toFolderOf: path)
        }
        throw SourceError.nestedPlaylists(description, limit: StreamOpener.playlistLimit)
    }

    /// What the playlist at `path` names first, or `nil` if the file is none.
    private static func entry(inPlaylistAt path: String) throws -> String? {
        let reader = try FileByteReader(path: path)
        // What comes only in order cannot be looked at and played too.
        guard let size = reader.size else { return nil }
        let bytes = try reader.bytes(atMost: Playlist.maximumByteCount)
        let pathExtension = URL(filePath: path).pathExtension.lowercased()
        guard
            let format = Playlist.Format(pathExtension: pathExtension)
                ?? Playlist.Format(firstBytes: bytes)
        else { return nil }
        guard size <= bytes.count else { throw SourceError.oversizedPlaylist(path) }
        return try Playlist(parsing: bytes, as: format).firstEntry(at: path)
    }

    private func relative(toFolderOf path: String) -> SourceLocation {
        guard case .file(let entry) = self, !entry.hasPrefix("/") else { return self }
        let folder = URL(filePath: path).deletingLastPathComponent()
        return .file(path: folder.appending(path: entry).path)
    }
}

extension Playlist {
    /// The first place that is named. `place` says where the playlist is, for error lines.
    func firstEntry(at place: String) throws(SourceError) -> String {
        guard !isHLS else { throw .HLS(place) }
        guard let entry = entries.first else { throw .emptyPlaylist(place) }
        return entry
    }
}
