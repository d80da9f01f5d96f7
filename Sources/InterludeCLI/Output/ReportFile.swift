import Glibc
import Platform

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
        do throws(SystemError) {
            switch destination {
            case .file(let path):
                let file = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
                try Descriptor.write(html, to: file.number)
            case .standardOutput: try Descriptor.write(html, to: STDOUT_FILENO)
            }
        } catch {
            let name =
                switch destination {
                case .file(let path): path
                case .standardOutput: "standard output"
                }
            throw CommandError(
                .cannotWrite, "\(name): \(error); choose another --report")
        }
    }
}
