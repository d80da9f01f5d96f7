import InterludeWeb
import Testing

/// A visit to the page while a true[X] unit is shown.
struct UnitVisit: Sendable {
    let stage: UnitStage
    let page: String
    let browser: Browser

    /// Runs `body` on the page of a player whose unit `begin` starts. Requires that the page contacts
    /// only the player, and the advertiser for its unit.
    static func run(
        on screen: Browser.Screen = .desktop, waitingForPages wait: Duration = .seconds(30),
        _ begin: (UnitStage) -> Void,
        _ body: @Sendable (UnitVisit) async throws -> Void
    ) async throws {
        let stage = UnitStage(waitingForPages: wait)
        let server = try await stage.serve()
        let browser = try await Browser(WebDriver())
        let visit = UnitVisit(stage: stage, page: "\(server.address)", browser: browser)
        do {
            try await browser.show(on: screen)
            try await browser.open(visit.page)
            try await browser.wait(until: "document.documentElement.dataset.link === 'there'")
            // A page that nobody sees yet would count as one that is gone.
            await stage.waitForAudience()
            begin(stage)
            try await browser.wait(until: "document.querySelector('#truex').open")
            try await body(visit)
            let unit = stage.advertiser + "engagement.html"
            try await browser.expectModesty(at: visit.page) { $0 == unit }
        } catch {
            try await end(stage, server, browser)
            throw error
        }
        try await end(stage, server, browser)
    }

    private static func end(
        _ stage: UnitStage, _ server: PageServer, _ browser: Browser
    ) async throws {
        stage.stop()
        await server.close()
        try await browser.quit()
    }

    /// Waits until only the part of the dialog with this id is shown.
    func wait(for face: String) async throws {
        try await browser.wait(
            until: """
                [...document.querySelectorAll('#truex > div, #truex-loading')]
                  .filter(({ hidden }) => !hidden).map(({ id }) => id).join() === 'truex-\(face)'
                """)
    }

    func waitUntilClosed() async throws {
        try await browser.wait(until: "!document.querySelector('#truex').open")
    }

    func text(_ id: String) async throws -> String {
        try await browser.value(of: "document.querySelector('#\(id)').textContent")
    }

    /// Chooses the unit, and waits until it runs.
    func optIn() async throws {
        try await wait(for: "card")
        try await browser.click("#truex-opt-in")
        try await wait(for: "unit")
        try await browser.wait(
            until: "document.querySelector('#truex-step').textContent === 'Step 1 of 3'")
    }

    /// Clicks elements of the unit.
    func clickInUnit(_ selectors: String...) async throws {
        try await browser.enterFrame("#truex-frame iframe")
        for selector in selectors { try await browser.click(selector) }
        try await browser.leaveFrame()
    }
}
