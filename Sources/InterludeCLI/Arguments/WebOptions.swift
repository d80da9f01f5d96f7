import ArgumentParser
import InterludeWeb
import MediaTime

/// The options for the page and the API of `interlude play`.
struct WebOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve a page that controls the player, and its API. Without a host, only this machine "
                + "can open it; 0 takes a free port.",
            valueName: "[host:]port"),
        transform: WebArgument.init(parsing:))
    var web: WebArgument?

    @Option(
        help: ArgumentHelp(
            "The token that opens the page: at least \(AccessToken.shortest) letters, digits or "
                + "-._~. Without it, a page for other machines gets a token that is printed.",
            valueName: "token"),
        transform: Self.token)
    var webToken: AccessToken?

    @Option(
        help: ArgumentHelp(
            "Read the token from a file, which keeps it out of the process list.",
            valueName: "file"))
    var webTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "The origin at which a reverse proxy serves the page, as in https://radio.example. Its "
                + "requests need the token.",
            valueName: "origin"),
        transform: Self.origin)
    var webOrigin: WebOrigin?

    @Option(
        help: ArgumentHelp(
            "Show your own ads on the page, from a folder with a house-ads.json or from the "
                + "address of that file.",
            valueName: "dir|address"))
    var houseAds: String?

    @Option(
        help: ArgumentHelp(
            "Show a programme to choose from on the page, with ads in between.",
            valueName: "file.json"))
    var feed: String?

    func validate() throws {
        guard webToken == nil || webTokenFile == nil else {
            throw ValidationError("--web-token and --web-token-file are the same; leave one out")
        }
        guard web == nil else { return }
        let given = [
            ("--web-token", webToken != nil), ("--web-token-file", webTokenFile != nil),
            ("--web-origin", webOrigin != nil),
            ("--house-ads", houseAds != nil),
            ("--feed", feed != nil),
        ]
        if let name = given.first(where: \.1)?.0 {
            throw ValidationError("\(name) needs a page; add --web PORT, or leave it out")
        }
    }

    /// The token from the option or from the file.
    func readToken() throws(CommandError) -> AccessToken? {
        guard let webTokenFile else { return webToken }
        let lines = try SecretFile(path: webTokenFile).lines
        guard lines.count == 1, let token = AccessToken(lines[0].text) else {
            throw CommandError(
                .unreadableInput,
                "\(webTokenFile): not a token; write one line of at least "
                    + "\(AccessToken.shortest) letters, digits or -._~")
        }
        return token
    }

    private static func origin(_ text: String) throws(UnusableArgument) -> WebOrigin {
        guard let origin = WebOrigin(text) else {
            throw UnusableArgument(
                "write it as https://HOST or http://HOST:PORT, without a path")
        }
        return origin
    }

    private static func token(_ text: String) throws(UnusableArgument) -> AccessToken {
        guard let token = AccessToken(text) else {
            throw UnusableArgument(
                "a token has at least \(AccessToken.shortest) letters, digits or -._~")
        }
        return token
    }
}

/// The address that serves the page: `[HOST:]PORT`.
struct WebArgument: Hashable, Sendable {
    /// The host as written; an IPv6 address has no brackets.
    let host: String

    /// 0 for a free port.
    let port: Int

    init(parsing text: String) throws(UnusableArgument) {
        let colon = text.lastIndex(of: ":")
        var host = colon.map { String(text[..<$0]) } ?? "127.0.0.1"
        let number = colon.map { text[text.index(after: $0)...] } ?? text[...]
        guard let port = UInt16(number), number.allSatisfy(\.isNumber) else {
            throw UnusableArgument("write it as PORT or HOST:PORT, with a port from 0 to 65535")
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            throw UnusableArgument("write an IPv6 address in brackets, as in [::1]:8080")
        }
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || "/[]".contains($0) }) else {
            throw UnusableArgument("the host is missing; write it as HOST:PORT, or the port alone")
        }
        self.host = host
        self.port = Int(port)
    }
}
