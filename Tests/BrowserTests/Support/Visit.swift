import Foundation
import TestFiles
import Testing

/// A person who has the page of a playing player before him.
struct Visit: Sendable {
    let station: Station
    let player: WebPlayer
    let browser: Browser

    /// Has `body` visit a player that plays the station's stream, and requires that the page
    /// asked for nothing from elsewhere and had nothing to complain of.
    ///
    /// `arguments` are those of the player, of which files may be made in a folder of the visit.
    /// `fragment` is what follows the `#` of the page's address.
    static func run(
        on screen: Browser.Screen = .desk, at fragment: String = "",
        _ arguments: (Station, TemporaryFolder) throws -> [String] = { _, _ in [] },
        _ body: @Sendable (Visit) async throws -> Void
    ) async throws {
        let station = try await Station()
        defer { station.stop() }
        let folder = try TemporaryFolder()
        let player = try await WebPlayer(station.addresses.mp3, arguments(station, folder))
        defer { player.kill() }
        let browser = try await Browser(WebDriver())
        let visit = Visit(station: station, player: player, browser: browser)
        do {
            try await browser.show(on: screen)
            try await browser.open(player.page + fragment)
            try await browser.wait(until: "document.documentElement.dataset.link === 'there'")
            try await body(visit)
            try await visit.expectModesty()
        } catch {
            try await browser.quit()
            throw error
        }
        try await browser.quit()
    }

    /// Requires that nothing was asked for from elsewhere, and nothing complained of.
    private func expectModesty() async throws {
        let foreign = try await browser.requests().filter {
            !$0.hasPrefix(player.page) && !$0.hasPrefix("data:") && !$0.hasPrefix("about:")
        }
        #expect(foreign.isEmpty)
        let complaints = try await browser.complaints()
        #expect(complaints.isEmpty)
    }

    /// Clicks a link that opens beside the page, and closes what it has opened. Returns what was
    /// asked for on the way.
    @discardableResult
    func followLink(_ selector: String) async throws -> [String] {
        _ = try await browser.requests()
        let page = try await browser.windows
        try await browser.click(selector)
        let windows = try await browser.windows
        #expect(windows.count == page.count + 1)
        for window in windows where !page.contains(window) {
            try await browser.enter(window)
            try await browser.closeWindow()
        }
        try await browser.enter(page[0])
        return try await browser.requests()
    }

    /// Keeps pictures of what is seen, on a phone and on a desk, by day and by night, and requires
    /// that axe-core finds nothing wrong with any.
    func look(_ name: String, at selector: String? = nil) async throws {
        for screen in [Browser.Screen.phone, .desk] {
            for light in Browser.Light.allCases {
                try await browser.show(on: screen, by: light)
                if let selector {
                    try await browser.run(
                        "document.querySelector('\(selector)').scrollIntoView({ block: 'center' })")
                }
                try Pictures.keep(
                    await browser.picture(), as: "\(name)-\(screen.rawValue)-\(light.rawValue)")
                let violations = try await browser.violations()
                #expect(violations.isEmpty, "\(name), \(screen), \(light)")
                let overhang: Double = try await browser.value(
                    of: "document.documentElement.scrollWidth - innerWidth")
                #expect(overhang <= 0, "\(name), \(screen)")
            }
        }
        try await browser.show(on: .desk)
    }
}
