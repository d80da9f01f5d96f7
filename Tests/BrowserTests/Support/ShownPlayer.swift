import FoundationEssentials
import Interlude
import InterludeWeb
import MediaTime
import Synchronization

/// A player without audio that has the states and events that a test gives it, with its pages.
final class ShownPlayer: Sendable {
    private let hub: EventHub
    private let status: Mutex<PlayerStatus>

    init(_ status: PlayerStatus) {
        self.status = Mutex(status)
        hub = EventHub(status)
    }

    /// Runs `body` with a browser at `path` of the player's page.
    static func visit(
        _ path: String, _ status: PlayerStatus,
        _ body: @Sendable (ShownPlayer, Browser) async throws -> Void
    ) async throws {
        let player = ShownPlayer(status)
        let server = try await PageServer(PageServerConfiguration(), player.served, player.hub)
        let browser = try await Browser(WebDriver())
        do {
            try await browser.show(on: .desktop)
            try await browser.open("\(server.address)\(path)")
            try await browser.wait(until: "document.documentElement.dataset.link === 'there'")
            try await body(player, browser)
            try await browser.expectModesty(at: "\(server.address)")
        } catch {
            await server.close()
            try await browser.quit()
            throw error
        }
        await server.close()
        try await browser.quit()
    }

    private var served: ServedPlayer {
        ServedPlayer(
            status: { self.status.withLock { $0 } },
            carryOut: { request in
                if case .volume(let gain) = request { self.change { $0.volume = gain } }
                return .accepted
            },
            clickBanner: { _ in }, listen: { _, _ throws(ListenFailure) in throw .notOffered },
            truex: { _ in }, audience: { _ in }, pictures: AdPictures(SessionOptions()))
    }

    func change(_ change: (inout PlayerStatus) -> Void) {
        let status = status.withLock { status in
            change(&status)
            return status
        }
        hub.onStatusUpdate(status)
    }

    func log(_ event: String, _ fields: KeyValuePairs<String, JSONValue> = [:]) {
        hub.onEvent(EventRecord(event, at: .zero, fields))
    }
}
