/// Where text is written: a file, or standard output for `-`.
enum OutputFile: Hashable, Sendable {
    case file(path: String)
    case standardOutput

    init(parsing text: String) throws(UnusableArgument) {
        switch text {
        case "": throw UnusableArgument("a file name is missing")
        case "-": self = .standardOutput
        default: self = .file(path: text)
        }
    }
}
