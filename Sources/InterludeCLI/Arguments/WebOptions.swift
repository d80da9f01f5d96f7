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
            "Show your own ads in the page: a folder with a house-ads.json, or the address of one.",
            valueName: "dir|address"))
    var houseAds: String?

    @Option(
        help: ArgumentHelp(
            "Show a programme to choose from in the page, with ads among it.",
            valueName: "file.json"))
    var feed: String?

    func validate() throws {
        guard web == nil else { return }
        let given = [
            ("--web-token", webToken != nil), ("--house-ads", houseAds != nil),
            ("--feed", feed != nil),
        ]
        if let name = given.first(where: \.1)?.0 {
            throw ValidationError("\(name) is for the page; add --web PORT, or leave it out")
        }
    }

    private static func token(_ text: String) throws(UnusableArgument) -> AccessToken {
        guard let token = AccessToken(text) else {
            throw UnusableArgument(
                "a token has at least \(AccessToken.shortest) letters, digits or -._~")
        }
        return token
    }
}
