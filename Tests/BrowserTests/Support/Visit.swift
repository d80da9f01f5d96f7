import Foundation
import TestFiles
import Testing

/// A visit to the page of a playing player.
struct Visit: Sendable {
    let station: Station
    let player: WebPlayer
    let browser: Browser

    /// Whether the page shows a playing live stream. On a busy machine the first audio may arrive late
    /// enough to put the listener behind live.
    static let hasBegun =
        "['Live', 'Behind live'].includes(document.querySelector('#state').textContent)"

    /// Runs `body` with a player of the station's stream. Requires that the page contacts only the
    /// player, and that its console is empty.
    ///
    /// `arguments` returns arguments of the player, and may write files to the folder. `path` is that
    /// of the page; `fragment` begins with the `#` of its address. The visit begins after `event`. The page may also
    /// request addresses that end in `place`.
    static func run(
        on screen: Browser.Screen = .desktop, of path: String = "desk", at fragment: String = "",
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
            try await browser.open(player.page + path + fragment)
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

    /// Clicks a link that opens a new window, and closes that. Returns the addresses requested
    /// meanwhile.
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
