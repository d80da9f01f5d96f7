import Foundation
import TestFiles
import Testing

/// A person who has the page of a playing player before him.
struct Visit: Sendable {
    let station: Station
    let player: WebPlayer
    let browser: Browser

    /// Whether the page shows that a live stream plays. A busy machine takes in so late what the
    /// station sends first that the listener is a second further behind live than at the beginning.
    static let hasBegun =
        "['Live', 'Behind live'].includes(document.querySelector('#state').textContent)"

    /// Has `body` visit a player that plays the station's stream, and requires that the page
    /// asked for nothing from elsewhere and had nothing to complain of.
    ///
    /// `arguments` are those of the player, of which files may be made in a folder of the visit.
    /// `fragment` is what follows the `#` of the page's address. Another `source` is played if it
    /// is given, until `event`, and the page may ask for what has `place` at the end of its
    /// address.
    static func run(
        on screen: Browser.Screen = .desk, at fragment: String = "",
        playing source: KeyPath<Station, String> = \.addresses.mp3,
        until event: String = "session.playing", mayAsk place: String? = nil,
        _ arguments: (Station, TemporaryFolder) throws -> [String] = { _, _ in [] },
        _ body: @Sendable (Visit) async throws -> Void
    ) async throws {
        let station = try await Station()
        defer { station.stop() }
        let folder = try TemporaryFolder()
        let player = try await WebPlayer(
            station[keyPath: source], arguments(station, folder), until: event)
        defer { player.kill() }
        let browser = try await Browser(WebDriver())
        let visit = Visit(station: station, player: player, browser: browser)
        do {
            try await browser.show(on: screen)
            try await browser.open(player.page + fragment)
            try await browser.wait(until: "document.documentElement.dataset.link === 'there'")
            try await body(visit)
            try await browser.expectModesty(at: player.page) { address in
                place.map(address.hasSuffix) ?? false
            }
        } catch {
            try await browser.quit()
            throw error
        }
        try await browser.quit()
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

    /// See ``Browser/look(_:at:once:)``.
    func look(
        _ name: String, at selector: String? = nil, once condition: String = "true"
    ) async throws {
        try await browser.look(name, at: selector, once: condition)
    }
}
