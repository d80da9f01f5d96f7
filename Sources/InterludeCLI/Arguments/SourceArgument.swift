import FoundationEssentials
import HTTPAccess

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

    /// The source as the home of a session; `nil` for standard input, which can be read only once.
    var asHome: SourceArgument? { self == .standardInput ? nil : self }

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

/// An address or a file, as named on the command line.
enum Location: Hashable, Sendable {
    /// An http(s) address.
    case address(String)
    case file(String)

    init(parsing text: String) throws(UnusableArgument) {
        guard !text.isEmpty else { throw UnusableArgument("the name is missing") }
        guard let colon = text.firstRange(of: "://") else {
            self = .file(text)
            return
        }
        switch text[..<colon.lowerBound].lowercased() {
        case "http", "https":
            guard let url = URL(string: text), url.host()?.isEmpty == false else {
                throw UnusableArgument("the address has no host, as in http://example.org/live")
            }
            guard WebAddress(text) != nil else {
                throw UnusableArgument(
                    "the port must be from 1 to 65535")
            }
            self = .address(text)
        case "file":
            guard let url = URL(string: text), !url.path().isEmpty else {
                throw UnusableArgument("the address names no file")
            }
            self = .file(url.path(percentEncoded: false))
        case let scheme where scheme.contains("/"):
            self = .file(text)
        case let scheme:
            throw UnusableArgument("'\(scheme)' is not supported; use http, https or a file")
        }
    }

    /// What to try when there is no file at `path`: an address without its scheme looks like one.
    static func advice(onMissing path: String) -> String {
        if looksLikeAddress(path) { return "did you mean http://\(path)?" }
        let advice = "check the name and the folder"
        return mayBeAddress(path) ? "\(advice), or write an address as http://\(path)" : advice
    }

    /// Whether `text` begins with what could be a folder or a host: `station.example/live`.
    private static func mayBeAddress(_ text: String) -> Bool {
        guard let slash = text.firstIndex(of: "/") else { return false }
        let labels = text[..<slash].split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, labels.count > 1, labels.allSatisfy({ !$0.isEmpty }) else {
            return false
        }
        return last.count > 1 && last.allSatisfy(\.isLetter) && WebAddress("http://\(text)") != nil
    }

    /// Whether `text` begins with a host name of the web, or with a host and a port.
    static func looksLikeAddress(_ text: String) -> Bool {
        let authority = text.prefix { $0 != "/" }
        let host = authority.prefix { $0 != ":" }
        guard WebAddress("http://\(text)") != nil, !host.isEmpty else { return false }
        let hasPort =
            authority.count > host.count + 1
            && authority.dropFirst(host.count + 1).allSatisfy(\.isNumber)
        return hasPort || host.lowercased().hasPrefix("www.") || host == "localhost"
    }

    static func absolutePath(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    }
}
