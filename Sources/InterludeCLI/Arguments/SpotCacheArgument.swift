/// The value of `--spot-cache`: where spots are kept.
enum SpotCacheArgument: Hashable, Sendable {
    /// The folder of this user.
    case usual
    case folder(path: String)
    case off

    init(parsing text: String) throws(UnusableArgument) {
        guard !text.isEmpty else {
            throw UnusableArgument("the folder is missing; name one, or write 'off'")
        }
        self = text == "off" ? .off : .folder(path: text)
    }

    /// The folder; `nil` if none is to be used. Without a home there is no usual one.
    func path(_ environment: [String: String]) -> String? {
        switch self {
        case .usual:
            StateFile.path(
                "spots", in: environment["XDG_CACHE_HOME"], otherwise: ".cache", environment)
        case .folder(let path): path
        case .off: nil
        }
    }
}
