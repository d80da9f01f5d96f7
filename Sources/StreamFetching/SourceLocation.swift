import FoundationEssentials
import Glibc
import HTTPAccess

/// The location of a source, as the operator typed it (`SOURCE`) or a playlist names it.
package enum SourceLocation: Hashable, Sendable {
    case web(WebAddress)
    case file(path: String)
    case standardInput

    /// Parses an http(s) address, a `file:` address, a path, or `-`.
    package init(parsing text: String) throws(SourceError) {
        if text == "-" {
            self = .standardInput
        } else if let address = WebAddress(text) {
            self = .web(address)
        } else if let path = Self.path(ofFileAddress: text) {
            self = .file(path: path)
        } else if text.isEmpty || text.contains("://") || Self.isCutShort(text) {
            throw .notAnAddress(text)
        } else {
            self = .file(path: text)
        }
    }

    /// Whether `text` names a regular file that exists. A named pipe or a device is none.
    package static func isFileOnDisk(_ text: String) -> Bool {
        // An address of neither kind is no file either.
        guard case .file(let path)? = try? SourceLocation(parsing: text) else { return false }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func path(ofFileAddress text: String) -> String? {
        guard text.lowercased().hasPrefix("file:"), let url = URL(string: text) else { return nil }
        let path = url.path(percentEncoded: false)
        return path.isEmpty ? nil : path
    }

    /// Whether this is an incomplete address, and not a file with a colon in its name.
    private static func isCutShort(_ text: String) -> Bool {
        ["http:", "https:", "file:"].contains { text.lowercased().hasPrefix($0) }
    }
}

extension SourceLocation: CustomStringConvertible {
    package var description: String {
        switch self {
        case .web(let address): address.description
        case .file(let path): path
        case .standardInput: "standard input"
        }
    }
}
