import FoundationEssentials
import Glibc

extension SourceLocation {
    /// Follows playlists in local files, and returns the locations to try: best first, at least
    /// one.
    ///
    /// Blocks: reads the beginning of a file, and all of a playlist. Entries of a file count as
    /// typed by the operator, who owns the file.
    package func followingLocalPlaylists() throws -> [SourceLocation] {
        try followed(by: 0, from: self)
    }

    /// The same, after `count` playlists have led here from `origin`.
    private func followed(by count: Int, from origin: SourceLocation) throws -> [SourceLocation] {
        guard count <= StreamOpener.playlistLimit else {
            throw SourceError.nestedPlaylists(
                origin.description, limit: StreamOpener.playlistLimit)
        }
        guard case .file(let path) = self, let playlist = try Self.playlist(at: path) else {
            return [self]
        }
        var found: [SourceLocation] = []
        var failure: (any Error)?
        for entry in try playlist.places(at: path) where found.count < Self.enough {
            do {
                let place = try SourceLocation(parsing: entry).relative(toFolderOf: path)
                found += try place.followed(by: count + 1, from: origin)
            } catch {
                if case SourceError.nestedPlaylists = error, found.isEmpty { throw error }
                failure = failure ?? error
            }
        }
        if found.isEmpty, let failure { throw failure }
        return found
    }

    /// How many locations from playlists to try.
    private static let enough = 8

    /// The playlist at `path`; `nil` if the file is not one.
    private static func playlist(at path: String) throws -> Playlist? {
        // A source that cannot seek cannot be both inspected and played, and closing a named pipe
        // would disconnect its writer.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { return nil }
        let reader = try FileByteReader(path: path)
        guard let size = reader.size else { return nil }
        let bytes = try reader.bytes(atMost: Playlist.maximumByteCount)
        let pathExtension = URL(filePath: path).pathExtension.lowercased()
        guard
            let format = Playlist.Format(pathExtension: pathExtension)
                ?? Playlist.Format(firstBytes: bytes)
        else { return nil }
        guard size <= bytes.count else { throw SourceError.oversizedPlaylist(path) }
        return Playlist(parsing: bytes, as: format)
    }

    private func relative(toFolderOf path: String) -> SourceLocation {
        guard case .file(let entry) = self, !entry.hasPrefix("/") else { return self }
        let folder = URL(filePath: path).deletingLastPathComponent()
        return .file(path: folder.appending(path: entry).path)
    }
}

extension Playlist {
    /// The playlist's entries, at least one. `place` is the playlist's own location, for error
    /// messages.
    func places(at place: String) throws(SourceError) -> [String] {
        guard !isHLS else { throw .localHLS(place) }
        guard !entries.isEmpty else { throw .emptyPlaylist(place) }
        return entries
    }
}
