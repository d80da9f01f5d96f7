/// The destination of a text: a file, or standard output for `-`.
enum OutputFile: Hashable, Sendable {
    case file(path: String)
    case standardOutput

    init(parsing text: String) throws(UnusableArgument) {
        switch text {
        case "": throw UnusableArgument("the file name is missing")
        case "-": self = .standardOutput
        default: self = .file(path: text)
        }
    }
}
