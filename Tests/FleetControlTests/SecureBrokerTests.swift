import Foundation
import MediaTime
import TestFiles
import TestServers
import Testing

@testable import FleetControl

/// At a broker as docs/fleet.md sets it up.
@Suite("A fleet at a broker with TLS", .enabled(if: PrivateMosquitto.isInstalled))
struct SecureBrokerTests {
    private static let document = URL(filePath: #filePath).appending(path: "../../../docs/fleet.md")

    /// The block of the document that begins with the line `first`.
    private static func block(_ first: String) throws -> String {
        let text = try String(contentsOf: document.standardized, encoding: .utf8)
        let rest = try #require(text.range(of: "```\n\(first)\n")).lowerBound
        let lines = text[rest...].split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropFirst().prefix { $0 != "```" }.joined(separator: "\n") + "\n"
    }

    private static func broker(_ authority: CertificateAuthority) throws -> PrivateMosquitto {
        try PrivateMosquitto(
            configuration: try block("listener 8883"), access: try block("# Operators."),
            users: ["desk", "tea-1", "tea-2"], authority: authority, name: "DNS:localhost")
    }

    @Test("lets each player read and write what is its own, and nothing else")
    func access() async throws {
        try await onThread {
            let authority = try CertificateAuthority()
            let broker = try Self.broker(authority)
            let query = "?ca=\(authority.file)"
            let (first, second) = (Heard(), Heard())
            // The file has a line for the group of the first player only.
            let players = try [(first, "tea-1"), (second, "tea-2")].map { heard, name in
                let place = broker.address(of: "shops/north", user: name, host: "localhost")
                return try heard.player(place + query, named: name)
            }
            // With all subscriptions: a push is not kept for one that comes later.
            #expect(first.wait(for: "joined") && second.wait(for: "joined"))
            let place = broker.address(of: "shops", user: "desk", host: "localhost")
            let desk = try FleetDesk(try FleetAddress(parsing: place + query))
            try desk.subscribe(to: [.ack])
            try desk.push(teaPush("1"), to: .group(try #require(FleetName("north"))))
            try desk.push(teaPush("2"), to: .all)
            try desk.push(teaPush("3"), to: .player(try #require(FleetName("tea-2"))))
            #expect(first.wait(for: "2 Tea") && second.wait(for: "3 Tea"))
            #expect(first.lines == ["joined", "1 Tea", "2 Tea"])
            #expect(second.lines == ["joined", "2 Tea", "3 Tea"])
            // Accepted, done: of two pushes each.
            var acks: [String: Int] = [:]
            while acks.values.reduce(0, +) < 8, let message = try desk.next(within: 10) {
                acks[message.player.text, default: 0] += 1
            }
            #expect(acks == ["tea-1": 4, "tea-2": 4])

            let own = broker.address(of: "shops", user: "tea-2", host: "localhost")
            let stranger = try FleetDesk(try FleetAddress(parsing: own + query))
            for topic in [
                "all/push", "group/north/schedule", "player/tea-2/push", "player/tea-1/presence",
                "player/tea-1/ack", "player/tea-1/push",
            ] {
                let failure = #expect(throws: FleetFailure.self, "\(topic)") {
                    try stranger.publish(
                        FleetPublication(
                            topic: "interlude/shops/\(topic)", payload: [], isAssured: true))
                }
                #expect(failure?.description.contains("not authorized") == true)
            }
            for player in players { player.close() }
        }
    }

    @Test("gives no password to a broker of another name, or of another authority")
    func strangers() async throws {
        try await onThread {
            let authority = try CertificateAuthority()
            let broker = try Self.broker(authority)
            let other = try CertificateAuthority()
            for (host, query) in [
                ("127.0.0.1", "?ca=\(authority.file)"), ("localhost", "?ca=\(other.file)"),
                ("localhost", ""),
            ] {
                let address = broker.address(of: "shops", user: "desk", host: host) + query
                let failure = #expect(throws: FleetFailure.self, "\(host)\(query)") {
                    try FleetDesk(try FleetAddress(parsing: address))
                }
                #expect(
                    failure?.description.contains("certificate") == true,
                    "\(String(describing: failure))")
                let heard = Heard()
                let player = try heard.player(address, named: "tea-1")
                #expect(heard.wait(for: "lost"))
                player.close()
            }
            #expect(broker.count(of: "New client connected") == 0)
            // The broker is as it was.
            let place = broker.address(of: "shops", user: "desk", host: "localhost")
            try FleetDesk(try FleetAddress(parsing: place + "?ca=\(authority.file)")).close()
            #expect(broker.waitForLog("New client connected"))
        }
    }
}
