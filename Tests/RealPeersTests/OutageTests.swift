import Foundation
import TestServers
import Testing

@Suite("Outages of the stream", .enabled(if: Peers.areInstalled))
struct OutageTests {
    /// A part that fails in the middle, and returns a moment later.
    enum Outage: CaseIterable, Sendable {
        case source
        case server
    }

    @Test("the player reconnects by itself", arguments: Outage.allCases)
    func comesBack(after outage: Outage) async throws {
        let (outcome, status) = try await onThread {
            let (icecast, source) = try Self.start()
            let player = try Player(icecast.address(of: "live.mp3"), [])
            try player.wait(for: "session.playing")
            switch outage {
            case .source: try source.kill()
            case .server: icecast.kill()
            }
            try player.wait(for: "session.reconnecting")
            if outage == .server {
                try source.kill()
                try icecast.restart()
            }
            try source.start()
            try player.wait(for: "session.playing", count: 2)
            try player.waitUntilShown("reconnecting", "playing")
            let status = try player.control("status").output
            try player.control("stop")
            return (player.finish(within: .seconds(60)), status)
        }
        #expect(status.contains(#""state":"playing""#), "\(status)")
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let words =
            outage == .source
            ? "live.mp3: the station stopped sending; retrying for 60 s" : "; retrying for 60 s"
        #expect(outcome.complaints.contains { $0.hasSuffix(words) }, "\(outcome.complaints)")
    }

    @Test("a stream that is gone for good ends the session, in one clear line")
    func givesUp() async throws {
        let (outcome, took) = try await onThread {
            let (icecast, source) = try Self.start()
            let player = try Player(icecast.address(of: "live.mp3"), ["--give-up", "3s"])
            try player.wait(for: "session.playing")
            icecast.kill()
            try source.kill()
            let start = ContinuousClock.now
            return (player.finish(within: .seconds(60)), ContinuousClock.now - start)
        }
        #expect(outcome.status == 69)
        // Decoded audio plays first.
        #expect(took < .seconds(25), "\(took)")
        #expect(outcome.complaints.count { !$0.contains("; retrying for 3 s") } == 1)
        let last = outcome.complaints.last
        #expect(last?.contains("live.mp3") == true, "\(outcome.complaints)")
        #expect(last?.hasSuffix("the station did not come back within 3 s") == true)
    }

    /// A server's repeated behaviour towards each client.
    struct Misery: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: @Sendable ([UInt8]) -> [FaultServer.Step]
    }

    @Test(
        "a station that never resumes ends the session",
        arguments: [
            Misery(testDescription: "sends its past and then nothing") {
                [.head("200 OK", "Content-Type: audio/mpeg"), .send($0), .stall]
            },
            Misery(testDescription: "sends its past and closes") {
                [.head("200 OK", "Content-Type: audio/mpeg"), .send($0)]
            },
            Misery(testDescription: "sends a few bytes and then nothing") {
                [.head("200 OK", "Content-Type: audio/mpeg"), .send(Array($0.prefix(9))), .stall]
            },
        ])
    func miserable(_ misery: Misery) async throws {
        let programme = URL(filePath: Peers.sample("programme/programme.mp3"))
        let past = try [UInt8](Data(contentsOf: programme).prefix(65_536))
        let server = FaultServer { _, _ in misery.steps(past) }
        defer { server.stop() }
        let (outcome, took) = try await onThread {
            let start = ContinuousClock.now
            let player = try Player(server.address("/live.mp3"), ["--give-up", "5s"])
            return (player.finish(within: .seconds(60)), ContinuousClock.now - start)
        }
        #expect(outcome.status == 69, "\(outcome.log)")
        #expect(took < .seconds(50), "\(took)")
        #expect(outcome.events.all("stream.discontinuity").isEmpty, "\(outcome.log)")
    }

    @Test("without a listening server the player ends soon and says so")
    func nothingListens() async throws {
        let (outcome, took) = try await onThread {
            let start = ContinuousClock.now
            let player = try Player("http://127.0.0.1:\(freePort())/live.mp3", [])
            return (player.finish(within: .seconds(60)), ContinuousClock.now - start)
        }
        #expect(outcome.status == 69)
        #expect(took < .seconds(30), "\(took)")
        #expect(outcome.complaints.last?.contains("127.0.0.1") == true, "\(outcome.complaints)")
    }

    @Test("a missing mount is named")
    func missingMount() async throws {
        let (outcome, took) = try await onThread {
            let icecast = try PrivateIcecast()
            let start = ContinuousClock.now
            let player = try Player(icecast.address(of: "absent.mp3"), [])
            return (player.finish(within: .seconds(60)), ContinuousClock.now - start)
        }
        #expect(outcome.status == 69)
        #expect(took < .seconds(30), "\(took)")
        #expect(outcome.complaints.last?.contains("absent.mp3") == true, "\(outcome.complaints)")
        #expect(outcome.complaints.last?.contains("404") == true, "\(outcome.complaints)")
    }

    private static func start() throws -> (PrivateIcecast, IcecastSource) {
        let icecast = try PrivateIcecast()
        let source = try icecast.feed(
            Peers.sample("programme/programme.mp3"), to: "live.mp3", as: .mp3)
        return (icecast, source)
    }
}
