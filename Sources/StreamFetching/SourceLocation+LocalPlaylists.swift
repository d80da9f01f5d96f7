import FoundationEssentials
import Glibc

extension SourceLocation {
    /// Where the source is once playlists that are files have been followed: the places that are
    /// worth a try, best first, and at least one.
    ///
    /// Reads the beginning of a file, and the whole of one that is a playlist. What a file names
    /// counts as typed by the operator, whose file it is.
    package func followingLocalPlaylists() throws -> [SourceLocation] {
        try followed(by: 0, from: self)
    }

    /// The same, after `count` playlists that lead here from `origin`.
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

    /// How many places of playlists are worth a try.
    private static let enough = 8

    /// The playlist at `path`, or `nil` if the file is none.
    private static func playlist(at path: String) throws -> Playlist? {
        // What comes only in order cannot be looked at and played too, and the writer of a named
        // pipe would be broken off.
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
    /// The places that are named, of which there is one at least. `place` says where the playlist
    /// is, for error lines.
    func places(at place: String) throws(SourceError) -> [String] {
        guard !isHLS else { throw .HLS(place) }
        guard !entries.isEmpty else { throw .emptyPlaylist(place) }
        return entries
    }
}
