import Foundation
import Glibc

/// Where `--report` goes.
struct ReportFile: Sendable {
    let destination: OutputFile

    /// What cannot be written is told before anything is played or measured; what stands in the
    /// file stays there until then.
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

    /// Writes the page in place of what is there.
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
