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

    func validate() throws {
        if webToken != nil, web == nil {
            throw ValidationError("--web-token is for the page; add --web PORT, or leave it out")
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
