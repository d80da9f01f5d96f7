import Glibc
import Platform

/// The destination of `--report`, or of another text that is written at the end.
struct ReportFile: Sendable {
    let destination: OutputFile
    private let option: String

    /// Throws if the file cannot be written, before anything is played or measured. Existing contents
    /// stay until ``write(_:)``.
    init(_ destination: OutputFile, of option: String = "--report") throws(CommandError) {
        self.destination = destination
        self.option = option
        guard case .file(let path) = destination else { return }
        guard let file = fopen(path, "a") else {
            throw CommandError(
                .cannotWrite,
                "\(path): cannot write: \(SystemError.newest); choose another \(option)")
        }
        fclose(file)
    }

    /// Writes `text`, and replaces existing contents.
    func write(_ text: String) throws(CommandError) {
        do throws(SystemError) {
            switch destination {
            case .file(let path):
                let file = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
                try Descriptor.write(text, to: file.number)
            case .standardOutput: try Descriptor.write(text, to: STDOUT_FILENO)
            }
        } catch {
            let name =
                switch destination {
                case .file(let path): path
                case .standardOutput: "standard output"
                }
            throw CommandError(
                .cannotWrite, "\(name): \(error); choose another \(option)")
        }
    }
}
