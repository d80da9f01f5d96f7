import AdDisplay
import AdPlayback
import Advertising
import AudioEncoding
import Interlude
import Synchronization
import TestServers

@testable import InterludeWeb

/// A server of a player that a test controls.
struct Stage: Sendable {
    let player: PlayedPlayer
    let hub: EventHub
    let server: PageServer

    var port: Int { server.address.port }

    /// Serves until `body` returns.
    static func with<Result: Sendable>(
        _ configuration: PageServerConfiguration = PageServerConfiguration(),
        status: PlayerStatus = .playing, maximumListenerCount: Int = 1_000,
        feed: ProgrammeFeed? = nil,
        _ body: (Stage) async throws -> Result
    ) async throws -> Result {
        let player = PlayedPlayer(status)
        let hub = EventHub(status, maximumListenerCount: maximumListenerCount)
        var served = player.served
        served.feed = feed
        if let rows = await feed?.rows { hub.programmeChanged(to: rows) }
        let server = try await PageServer(configuration, served, hub)
        do {
            let result = try await body(Stage(player: player, hub: hub, server: server))
            await server.close()
            return result
        } catch {
            await server.close()
            throw error
        }
    }

    /// Sends a request as the page does.
    func ask(
        _ line: String, headers: [String: String] = [:], body: String = ""
    ) async throws -> Answer {
        try await Answer(line, port: port, headers: headers, body: body)
    }

    /// Posts events of the player, and returns once a new page knows them.
    func post(_ events: PageEvent...) async throws {
        for event in events { hub.post(event) }
        _ = try await listen { $0.contains("event: state") }
    }

    /// The events that a page receives, until `isEnough` returns true.
    func listen(
        after lastID: String? = nil, until isEnough: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        let port = port
        return try await onThread {
            let exchange = try RawExchange(port: port)
            exchange.listen(port: port, after: lastID)
            return exchange.receive(until: isEnough)
        }
    }
}

/// A player that records its requests.
final class PlayedPlayer: Sendable {
    private let state: Mutex<State>

    /// The reported audiences, in order.
    let audiences: AsyncStream<TruexAudience>
    private let audienceInput: AsyncStream<TruexAudience>.Continuation

    private struct State {
        var status: PlayerStatus
        var requests: [ControlRequest] = []
        var reply = ControlReply.accepted
        var clicks: [Int] = []
        var views: [Int] = []
        var messages: [TruexMessage] = []
    }

    init(_ status: PlayerStatus) {
        state = Mutex(State(status: status))
        (audiences, audienceInput) = AsyncStream.makeStream()
    }

    /// The requests that it received.
    var requests: [ControlRequest] { state.withLock { $0.requests } }

    /// The spots whose banners were clicked.
    var clicks: [Int] { state.withLock { $0.clicks } }

    /// The spots whose banners a page has shown.
    var views: [Int] { state.withLock { $0.views } }

    /// The messages to the interactive advertisement.
    var messages: [TruexMessage] { state.withLock { $0.messages } }

    /// The reply to further requests.
    func answer(_ reply: ControlReply) { state.withLock { $0.reply = reply } }

    var served: ServedPlayer {
        var served = ServedPlayer(
            status: { self.state.withLock { $0.status } },
            carryOut: { request in
                self.state.withLock { state in
                    state.requests.append(request)
                    return state.reply
                }
            },
            clickBanner: { spot in self.state.withLock { $0.clicks.append(spot.id) } },
            listen: { _, _ throws(ListenFailure) in throw .notOffered },
            truex: { message in self.state.withLock { $0.messages.append(message) } },
            audience: { self.audienceInput.yield($0) },
            pictures: AdPictures(SessionOptions()))
        served.showBanner = { spot in self.state.withLock { $0.views.append(spot.id) } }
        return served
    }
}

extension PlayerStatus {
    /// A playing live stream, 12 s behind live, with 60 s stored.
    static var playing: PlayerStatus {
        var status = PlayerStatus(
            state: .playing, source: "http://radio.example/live", title: "Song",
            position: .seconds(100), behindLive: .seconds(12), buffered: .seconds(2))
        status.availableDelay = .seconds(60)
        status.outputTime = .seconds(50)
        status.isOutputRunning = true
        status.isStreamRunning = true
        status.controls.pause = true
        status.controls.seek = true
        status.controls.delay = true
        status.controls.live = true
        return status
    }

    /// The second of three spots, 14 s before its end and 32 s before the stream's return.
    static var inBreak: PlayerStatus {
        var status = playing
        status.adBreak = BreakStatus(
            number: 4, policy: .mute, Advertisement(id: 1, title: "Ferry", audioFileURL: ""),
            spotNumber: 2, spotCount: 3, spotRemaining: .seconds(14), remaining: .seconds(32))
        status.controls = ListenerControls()
        status.controls.skip = true
        return status
    }
}
