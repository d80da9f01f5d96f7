import Foundation
import SampleStation
import Testing

@Suite("Ad server of true[X]: credits", .timeLimit(.minutes(1))) struct TruexCreditTests {
    @Test("are recorded once for an engagement, however often they are reported")
    func once() async throws {
        try await TruexViewing.atStation { viewing in
            let config = try await viewing.config()
            for _ in 0..<3 { try await viewing.tell("unit_credit", of: config) }
            let log = try await viewing.log()
            #expect(log.beacons.count == 3)
            #expect(
                log.callbacks.map(\.reply)
                    == [.noted, .duplicateOrUnknownUser, .duplicateOrUnknownUser])
            #expect(log.credits.map(\.engagementId) == [config.ad.session_id])
            #expect(log.credits.map(\.userId) == ["anna"])
            try await viewing.tell("unit_credit", of: viewing.config())
            #expect(try await viewing.log().credits.count == 2)
        }
    }

    @Test("are reported again on the publisher's request, and finally with the next beacon")
    func retries() async throws {
        try await TruexViewing.atStation { viewing in
            let config = try await viewing.config()
            #expect(try await viewing.client.post("/control/truex?retries=5").status == 204)
            try await viewing.tell("unit_credit", of: config)
            #expect(try await viewing.log().callbacks.map(\.reply.rawValue) == [0, 0, 0, 0])
            #expect(try await viewing.log().credits.isEmpty)
            try await viewing.tell("continue_to_end", of: config)
            try await viewing.tell("total_time_spent", of: config)
            #expect(try await viewing.log().callbacks.map(\.reply.rawValue) == [0, 0, 0, 0, 0, 1])
            #expect(try await viewing.log().credits.count == 1)
        }
    }

    @Test("are accepted by the publisher only with their signature, from a known user, once")
    func publisher() async throws {
        try await TruexViewing.atStation { viewing in
            _ = try await viewing.config()
            var fields = Dictionary(uniqueKeysWithValues: CreditReport.names.map { ($0, "x y&=") })
            fields["network_user_id"] = "anna"
            fields["engagement_id"] = "of-another-server"
            #expect(try await reply(to: fields, viewing) == "1")
            #expect(try await reply(to: fields, viewing) == "3")
            fields["engagement_id"] = "another"
            #expect(try await reply(to: fields, viewing, signedWith: "wrong") == "2")
            fields["network_user_id"] = "nobody"
            #expect(try await reply(to: fields, viewing) == "3")
            let bare = try await viewing.client.get("/truex/credits?engagement_id=e1&sig=x")
            #expect(bare.text == "2")
            #expect(try await viewing.log().credits.map(\.engagementId) == ["of-another-server"])
        }
    }

    @Test("and other beacons of an unknown session are refused")
    func unknown() async throws {
        try await TruexViewing.atStation { viewing in
            for session in ["e1", "e0", "e-1", "1", "e99999999999999999999"] {
                let answer = try await viewing.client.get(
                    "/truex/track?session_id=\(session)&name=unit_load")
                #expect(answer.status == 404)
                #expect(answer.text == #"{"error":"there is no session \#(session)"}"#)
            }
            #expect(try await viewing.client.post("/truex/track?name=unit_load").status == 400)
            #expect(try await viewing.log().beacons.isEmpty)
        }
    }

    @Test("and other reports of a player are logged in order, with all their fields")
    func beacons() async throws {
        try await TruexViewing.atStation { viewing in
            let config = try await viewing.config()
            try await viewing.tell("player_load", of: config)
            let address =
                "\(config.ad.service_url)?\(config.ad.service_params)&name=total_time_spent"
                + "&category=timing&value=31000&step=3&user_initiated=false"
            #expect(try await viewing.client.get(address).status == 204)
            let beacons = try await viewing.log().beacons
            #expect(beacons.map(\.name) == ["player_load", "total_time_spent"])
            #expect(beacons[1].category == "timing")
            #expect(beacons[1].value == "31000")
            #expect(beacons[1].step == "3")
            #expect(beacons[1].userInitiated == "false")
        }
    }

    private func reply(
        to fields: [String: String], _ viewing: TruexViewing,
        signedWith secret: String = "sample-secret"
    ) async throws -> String {
        let report = try #require(CreditReport(received: fields))
        let plain = CharacterSet.alphanumerics
        let query = report.fields.merging(["sig": report.signature(secret: secret)]) { $1 }
            .map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: plain) ?? "")" }
        return try await viewing.client.get("/truex/credits?\(query.joined(separator: "&"))").text
    }
}
