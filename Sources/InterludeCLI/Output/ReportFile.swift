import Foundation
import Glibc
import PlayerControl

/// The destination of `--report`.
struct ReportFile: Sendable {
    let destination: OutputFile

    /// Throws if the file cannot be written, before anything is played or measured. Existing contents
    /// stay until ``write(_:)``.
    init(_ destination: OutputFile) throws(CommandError) {
        self.destination = destination
        guard case .file(let path) = destination else { return }
        guard let file = fopen(path, "a") else {
            throw CommandError(
                .cannotWrite,
                "\(path): cannot write: \(SystemError.newest); choose another --report")
        }
        fclose(file)
    }

    /// Writes the page, and replaces existing contents.
    func write(_ html: String) throws(CommandError) {
        do {
            switch destination {
            case .file(let path): try Data(html.utf8).write(to: URL(filePath: path))
            case .standardOutput: try FileHandle.standardOutput.write(contentsOf: Data(html.utf8))
            }
        } catch {
            let name =
                switch destination {
                case .file(let path): path
                case .standardOutput: "standard output"
                }
            throw CommandError(
                .cannotWrite, "\(name): \(error.localizedDescription); choose another --report")
        }
    }
}
