import Glibc
import HLSPlaylists
import MediaTime

/// The folder of a stream. Files appear in it whole, and under their own names.
struct HLSFolder {
    static let playlistName = "live.m3u8"

    private let path: String

    /// Creates the folder if it is missing. Throws if no files can be written to it.
    init(_ path: String) throws(SinkFailure) {
        self.path = path
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw OutputFile.failure("cannot create", path, code: errno)
        }
        guard access(path + "/", W_OK | X_OK) == 0 else {
            throw OutputFile.failure("cannot write to", path, code: errno)
        }
    }

    /// Writes a file, and replaces the one of this name in one step. A reader sees either of them.
    func write(_ bytes: [UInt8], to name: String) throws(SinkFailure) {
        let target = file(name)
        let temporary = file(".\(name).part")
        do throws(SinkFailure) {
            try OutputFile(creating: temporary).append(bytes.span.bytes)
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, target) == 0 else {
            let code = errno
            unlink(temporary)
            throw OutputFile.failure("cannot write", target, code: code)
        }
    }

    /// Deletes a file. One that is gone or cannot be deleted stays as it is.
    func remove(_ name: String) { unlink(file(name)) }

    /// The playlist of an earlier session; `nil` without one.
    func earlierPlaylist() throws(SinkFailure) -> [UInt8]? {
        let name = file(Self.playlistName)
        // O_NONBLOCK: a pipe of this name must not hold the player.
        let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else {
                throw OutputFile.failure("cannot read", name, code: errno)
            }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        // One byte too many is more than the reader takes.
        while bytes.count <= HLSLimits.byteCount {
            let count = read(descriptor, &block, block.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw OutputFile.failure("cannot read", name, code: errno) }
            if count == 0 { break }
            bytes += block[..<count]
        }
        return bytes
    }

    private func file(_ name: String) -> String { "\(path)/\(name)" }
}
