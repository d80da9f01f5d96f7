import Foundation

/// A source on the command line.
enum SourceArgument: Hashable, Sendable {
    /// An http(s) address.
    case address(String)
    /// A file's path.
    case file(path: String)
    case standardInput

    init(parsing text: String) throws(UnusableArgument) {
        switch try Location(parsing: text) {
        case .address(let address): self = .address(address)
        case .file("-"): self = .standardInput
        case .file(let path): self = .file(path: path)
        }
    }

    /// Throws if it is a file that does not exist or cannot be read.
    func requirePresent() throws(CommandError) {
        guard case .file(let path) = self else { return }
        try InputFile.require(at: path)
    }

    /// The source with an absolute path, for a process in another folder.
    var absolute: SourceArgument {
        switch self {
        case .address, .standardInput: self
        case .file(let path): .file(path: Location.absolutePath(path))
        }
    }
}

extension SourceArgument: CustomStringConvertible {
    /// The source as written on a command line.
    var description: String {
        switch self {
        case .address(let address): address
        case .file("-"): "./-"
        case .file(let path): path
        case .standardInput: "-"
        }
    }
}
