import AdPlayback
import Advertising
import HTTPAccess
@testable import Interlude
import MediaTime
import TestServers
import Testing

@Suite("Addresses that a listener gives", .timeLimit(.minutes(2)))
struct ListenerReachTests {
    @Test("lead no spot into a private network, whatever waits there")
    func spot() async throws {
        let sound = Self.sound
        let inner = FaultServer { _, _ in .answer(sound) }
        defer { inner.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        var spot = Advertisement(id: 1, title: "inner", audioFileURL: inner.address("/a.wav"))
        #expect(await Self.load(spot, by: client) == "loaded")
        #expect(inner.requests.count == 1)
        spot.reach = .publicNetwork
        #expect(await Self.load(spot, by: client) != "loaded")
        spot.audioFileURL = "/etc/passwd"
        #expect(await Self.load(spot, by: client) != "loaded")
        #expect(inner.requests.count == 1)
        await client.close()
    }

    @Test("lead no source into a private network, and the operator's headers to nobody")
    func source() async throws {
        let sound = Self.sound
        let inner = FaultServer { _, _ in .answer(sound) }
        defer { inner.stop() }
        for (rule, isAsked) in [(AddressRule.publicOnly, false), (.anywhere, true)] {
            var web = WebClientConfiguration()
            web.addressRule = rule
            let client = WebClient(configuration: web)
            let credentials = CredentialStore(
                [WebHeader("X-Key", "secret")], for: inner.address("/a.wav"))
            let streams = PlayableStreams(
                client: client, credentials: credentials, giveUp: .zero, maxDelay: .seconds(10),
                for: .bySupply)
            let (news, input) = AsyncStream.makeStream(of: SourceEvent.self)
            let stream = streams.open(
                inner.address("/a.wav"), namedBy: .listener, from: .zero
            ) { input.yield($0) }
            for await event in news {
                switch event {
                case .opened: #expect(isAsked)
                case .failed: #expect(!isAsked)
                default: continue
                }
                break
            }
            stream.close()
            #expect(inner.requests.isEmpty != isAsked)
            #expect(inner.requests.allSatisfy { $0.headers["x-key"] == nil })
            await client.close()
        }
    }

    @Test("are kept in a recording, so that its replay is the same")
    func recorded() async throws {
        let outcome = try await Scenario().at(24_000, .playPublic(source: "missing")).run()
        #expect(try outcome.replayed() == outcome.log)
    }

    /// A second of silence.
    private static let sound =
        WAVBytes.header(byteCount: 8 * FrameTime.rate)
        + [UInt8](repeating: 0, count: 8 * FrameTime.rate)

    /// The result of loading a spot.
    private static func load(_ spot: Advertisement, by client: WebClient) async -> String {
        let (news, input) = AsyncStream.makeStream(of: SpotEvent.self)
        let load = FetchedSpots(client: client).load(spot, deadlines: SpotDeadlines()) {
            input.yield($0)
        }
        defer { load.cancel() }
        for await event in news {
            switch event {
            case .loaded: return "loaded"
            case .failed(let failure): return failure.words
            case .connected, .received, .arrived: continue
            }
        }
        return ""
    }
}
