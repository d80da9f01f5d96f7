/// What `play` plays.
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

    /// Refuses a file that is not there or cannot be read, before anything is opened for it.
    func requirePresent() throws(CommandError) {
        guard case .file(let path) = self else { return }
        try InputFile.require(at: path)
    }

    /// The source as another process understands it, whatever folder it runs in.
    var absolute: SourceArgument {
        switch self {
        case .address, .standardInput: self
        case .file(let path): .file(path: Location.absolutePath(path))
        }
    }
}

extension SourceArgument: CustomStringConvertible {
    /// The source as it is written on a command line.
    var description: String {
        switch self {
        case .address(let address): address
        case .file("-"): "./-"
        case .file(let path): path
        case .standardInput: "-"
        }
    }
}
