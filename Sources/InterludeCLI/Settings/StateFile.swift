import FoundationEssentials
import Glibc
import Platform

/// A small file in which a player keeps something for its next start.
///
/// Private to its user, and replaced as a whole: a crash leaves the old contents or the new ones.
struct StateFile: Hashable, Sendable {
    let path: String

    private static let longest = 1 << 16

    /// Why a file cannot be used, for people.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    init(path: String) {
        self.path = path
    }

    /// `$XDG_STATE_HOME/interlude/NAME`, in `~/.local/state` if the variable is not set (XDG Base
    /// Directory Specification). `nil` without a home.
    init?(_ name: String, environment: [String: String]) {
        guard
            let path = Self.path(
                name, in: environment["XDG_STATE_HOME"], otherwise: ".local/state", environment)
        else { return nil }
        self.path = path
    }

    /// `NAME` in `interlude` in `folder`, or in the folder `usual` of the home. `nil` without either.
    static func path(
        _ name: String, in folder: String?, otherwise usual: String,
        _ environment: [String: String]
    ) -> String? {
        if let folder, folder.hasPrefix("/") { return "\(folder)/interlude/\(name)" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/\(usual)/interlude/\(name)"
    }

    /// The contents; `nil` if there is no such file. Never waits, for a pipe neither.
    func read() throws(Failure) -> Data? {
        guard let file = OwnedDescriptor(open(path, Self.reading)) else {
            let error = SystemError.newest
            if [ENOENT, ENOTDIR].contains(error.code) { return nil }
            throw Failure(description: "cannot be read: \(error)")
        }
        var state = stat()
        guard fstat(file.number, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
            throw Failure(description: "not a file")
        }
        var contents = Data()
        do {
            while contents.count <= Self.longest {
                let bytes = try Descriptor.read(from: file.number, atMost: Self.longest + 1)
                if bytes.isEmpty { return contents }
                contents += bytes
            }
        } catch {
            throw Failure(description: "cannot be read: \(error)")
        }
        throw Failure(description: "larger than \(Self.longest) bytes")
    }

    private static let reading = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK

    /// Replaces the file, and creates its folder if it is missing. Blocks.
    func write(_ contents: Data) throws(Failure) {
        let folder = URL(filePath: path).deletingLastPathComponent()
        // try?: if the folder is missing, the file cannot be created, and that error is reported.
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = "\(path).\(getpid())"
        do {
            try Self.create(draft, contents)
            guard rename(draft, path) == 0 else { throw SystemError.newest }
        } catch {
            unlink(draft)
            throw Failure(description: "cannot be written: \(error)")
        }
    }

    private static func create(_ path: String, _ contents: Data) throws(SystemError) {
        // One of a player that crashed may be there.
        unlink(path)
        let file = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        try Descriptor.write(String(decoding: contents, as: UTF8.self), to: file.number)
        guard fsync(file.number) == 0 else { throw .newest }
    }
}
