import FoundationEssentials
import Platform

/// The part of a recording that was downloaded so far, in a temporary file.
final class DownloadFile: Sendable {
    /// The name of the recording, for error messages.
    private let name: String
    private let file: UnlinkedFile

    /// The limit on the size of a recording that is downloaded, in bytes.
    static let byteLimit = 512 << 20

    init(for name: String) throws(SourceError) {
        self.name = name
        do throws(SystemError) {
            file = try UnlinkedFile(
                in: FileManager.default.temporaryDirectory.path, named: "recording")
        } catch {
            throw .unstorable(name, reason: error.description)
        }
    }

    /// Appends `bytes` after the first `count`.
    func append(_ bytes: UnsafeRawBufferPointer, after count: Int) throws(SourceError) {
        do throws(SystemError) {
            try file.write(bytes, at: count)
        } catch {
            throw .unstorable(name, reason: error.description)
        }
    }

    /// Fills `buffer` with the bytes from `position` on, which were appended before.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at position: Int
    ) throws(SourceError) {
        do throws(SystemError) {
            try file.read(into: buffer, at: position)
        } catch {
            throw .unreadable(name, reason: error.description)
        }
    }
}
