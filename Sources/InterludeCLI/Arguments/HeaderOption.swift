/// The value of `--header`: a request header, or a file with one per line.
enum HeaderOption: Hashable, Sendable {
    case header(HeaderArgument)
    case file(path: String)

    init(parsing text: String) throws(UnusableArgument) {
        guard text.hasPrefix("@") else {
            self = .header(try HeaderArgument(parsing: text))
            return
        }
        let path = String(text.dropFirst())
        guard !path.isEmpty else {
            throw UnusableArgument("the file name is missing; write it as @FILE")
        }
        self = .file(path: path)
    }

    /// The header, or the headers in the file.
    ///
    /// Errors never quote a line, because it may be a secret.
    func read() throws(CommandError) -> [HeaderArgument] {
        switch self {
        case .header(let header): return [header]
        case .file(let path):
            var headers: [HeaderArgument] = []
            for line in try SecretFile(path: path).lines {
                do throws(UnusableArgument) {
                    headers.append(try HeaderArgument(parsing: line.text))
                } catch {
                    throw CommandError(
                        .unreadableInput,
                        "\(path), line \(line.number): not a header; write it as 'NAME: VALUE'")
                }
            }
            return headers
        }
    }
}
