import ArgumentParser
import InterludeWeb

/// Where `interlude play` serves its page and the API, and to whom.
struct WebOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve a page that shows and controls the player, and its API. Without a host only "
                + "this machine is served; 0 takes a free port.",
            valueName: "[host:]port"),
        transform: WebArgument.init(parsing:))
    var web: WebArgument?

    @Option(
        help: ArgumentHelp(
            "What whoever opens the page has to show, at least \(AccessToken.shortest) letters, "
                + "digits or -._~. Where others than this machine are served, one is made and "
                + "printed without it.",
            valueName: "token"),
        transform: Self.token)
    var webToken: AccessToken?

    @Option(
        help: ArgumentHelp(
            "Take the token of --web-token from a file, which keeps it out of the list of "
                + "processes.",
            valueName: "file"))
    var webTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Where a reverse proxy serves the page, as in https://radio.example: requests that "
                + "name it are let in, and need the token.",
            valueName: "origin"),
        transform: Self.origin)
    var webOrigin: WebOrigin?

    @Option(
        help: ArgumentHelp(
            "Show your own ads in the page: a folder with a house-ads.json, or the address of one.",
            valueName: "dir|address"))
    var houseAds: String?

    @Option(
        help: ArgumentHelp(
            "Show a programme to choose from in the page, with ads among it.",
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
            throw ValidationError("\(name) is for the page; add --web PORT, or leave it out")
        }
    }

    /// The token that was given, or stands in the file that was.
    func readToken() throws(CommandError) -> AccessToken? {
        guard let webTokenFile else { return webToken }
        let lines = try SecretFile(path: webTokenFile).lines
        guard lines.count == 1, let token = AccessToken(lines[0].text) else {
            throw CommandError(
                .unreadableInput,
                "\(webTokenFile): holds no token; write one line of at least "
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
