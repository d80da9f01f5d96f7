import HTTPAccess
import SampleStation
import Testing

@Suite("Page of the engagement", .timeLimit(.minutes(1))) struct EngagementPageTests {
    @Test("may be embedded by anybody, and loads nothing from anywhere")
    func policy() async throws {
        try await TruexViewing.atStation { viewing in
            let address = try await viewing.config().ad.window_url
            let response = try await viewing.client.open(address)
            let policy = try #require(response[header: "content-security-policy"])
            #expect(policy.contains("frame-ancestors *"))
            #expect(policy.contains("default-src 'none'"))
            #expect(response[header: "x-frame-options"] == nil)
            #expect(response[header: "access-control-allow-origin"] == "*")
            let page = try await viewing.client.get(address)
            #expect(page.body.count < 8_000)
            for reference in ["src=", "@import", "fetch(", "<link"] {
                #expect(!page.text.contains(reference))
            }
        }
    }

    @Test("comes with a placeholder of two seconds of silence, and a script that does nothing")
    func placeholder() async throws {
        try await TruexViewing.atStation { viewing in
            let sound = try await viewing.client.get("/truex/placeholder.wav")
            #expect(sound.contentType == "audio/wav")
            #expect(sound.body.count == 44 + 2 * 8000 * 2)
            #expect(sound.body.dropFirst(44).allSatisfy { $0 == 0 })
            let script = try await viewing.client.get("/truex/placeholder.js")
            #expect(script.contentType == "text/javascript")
            #expect(script.text.split(separator: "\n").allSatisfy { $0.hasPrefix("//") })
        }
    }
}
