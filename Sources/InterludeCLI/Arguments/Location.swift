import FoundationEssentials
import HTTPAccess

/// Where bytes are, as an operator names it.
enum Location: Hashable, Sendable {
    /// An http(s) address.
    case address(String)
    case file(String)

    init(parsing text: String) throws(UnusableArgument) {
        guard !text.isEmpty else { throw UnusableArgument("a name is missing") }
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
                    "the address has a port that there is not; they end at 65535")
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

    static func absolutePath(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    }
}
