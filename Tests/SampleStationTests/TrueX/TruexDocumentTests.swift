import SampleStation
import Testing

@Suite("Ad server of true[X]: its documents", .timeLimit(.minutes(1))) struct TruexDocumentTests {
    @Test("have every field of a real ad server's, and no more")
    func config() async throws {
        try await TruexViewing.atStation { viewing in
            let text = try await viewing.answer("&stream_position=preroll").text
                .replacing(viewing.client.base, with: "http://HOST")
            #expect(text == Self.config)
        }
    }

    private static let config = """
        {"ad_free_creative_url":"http://HOST/truex/creative/skip-card.svg",\
        "ads":[{"asset_args":{"steps":3},"asset_type":"interactive",\
        "asset_url":"http://HOST/truex/creative/engagement.html","campaign_id":21740,\
        "currency_amount":1,"id":17566,"idvx":false,"name":"Harbour Lights Festival",\
        "request_id":"r1","revenue_amount":"0.10","service_params":"session_id=e1",\
        "service_url":"http://HOST/truex/track","session_id":"e1","variations":{},\
        "window_height":540,"window_url":"http://HOST/truex/creative/engagement.html",\
        "window_width":960}],\
        "card_configurations":[{"aa":15,"bd":0,"bg":"http://HOST/truex/creative/card.svg",\
        "ct":"The advertisements begin in [countdown] seconds",\
        "ib":"http://HOST/truex/creative/interact.svg","n":"lighthouse","pos":"preroll",\
        "product":"sponsored_stream","sec":"30",\
        "sk":"http://HOST/truex/creative/skip-card.svg",\
        "vo":["http://HOST/truex/creative/voice-over.mp3"],\
        "wb":"http://HOST/truex/creative/watch.svg"}],\
        "card_creative_args":{"user_opt_out_capping_enabled":true},\
        "card_creative_url":"http://HOST/truex/creative/card.svg","choice_card_images":[],\
        "fillable":true,"partner_dimensions":{"dimension_1":null,"dimension_2":null,\
        "dimension_3":null,"dimension_4":null,"dimension_5":null},"passback_tags":[],\
        "placement":{"id":"1","identifier_hash":"lighthouse","partner_id":"1"},\
        "tag_type":"choice_card","user":{"id":"anna"},"validation_pixels":[],\
        "vast_session_id":"v1"}
        """

    @Test("have the credit as it is reported to the publisher")
    func credit() async throws {
        try await TruexViewing.atStation { viewing in
            try await viewing.tell("unit_credit", of: viewing.config())
            let text = try await viewing.client.get("/truex/log").text
            #expect(
                text == """
                    {"answers":[{"answer":"choice_card","placement":"lighthouse",\
                    "product":"sponsored_ad_break","sessionId":"e1","streamId":"stream-1",\
                    "userId":"anna"}],"beacons":[{"name":"unit_credit","sessionId":"e1"}],\
                    "callbacks":[{"engagementId":"e1","reply":1}],\
                    "credits":[{"engagementId":"e1","userId":"anna"}]}
                    """)
        }
    }

    @Test(
        "may be read by a page of any origin, and are not kept",
        arguments: [
            "/truex/config?placement_hash=lighthouse&user_id=anna", "/truex/log",
            "/schedule/uplynk.json", "/schedule/vmap.xml", "/schedule/live.json",
            "/truex/placeholder.js",
        ])
    func access(path: String) async throws {
        try await TruexViewing.atStation { viewing in
            let response = try await viewing.client.open(path)
            #expect(response[header: "access-control-allow-origin"] == "*")
            #expect(response[header: "cache-control"] == "no-store")
        }
    }

    @Test(
        "are refused with what to say instead",
        arguments: [
            ("/control/truex", "say ?retries=NUMBER"),
            ("/control/truex?retries=-1", "say ?retries=NUMBER"),
            ("/control/truex?retries=x", "retries=x is not a whole number"),
            ("/truex/track?session_id=e1", "say ?name=…"),
            ("/truex/track?name=", "say ?session_id=…"),
        ])
    func refusal(path: String, words: String) async throws {
        try await TruexViewing.atStation { viewing in
            let answer = try await viewing.client.post(path)
            #expect(answer.status == 400)
            #expect(try answer.json([String: String].self) == ["error": words])
            #expect(try await viewing.client.post("/control/truex?retries=0").status == 204)
        }
    }

    @Test("have a placeholder that is a WAV file of two seconds, 8 kHz, mono and 16 bits")
    func placeholder() async throws {
        try await TruexViewing.atStation { viewing in
            let sound = try await viewing.client.get("/truex/placeholder.wav").body
            let number = { (place: Int, count: Int) in
                sound[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
            }
            let text = { (place: Int) in String(decoding: sound[place..<place + 4], as: UTF8.self) }
            #expect([0, 8, 12, 36].map(text) == ["RIFF", "WAVE", "fmt ", "data"])
            #expect(number(4, 4) == sound.count - 8 && number(40, 4) == 32_000)
            // The size of the format, PCM, the channels, the rate, bytes a second and a frame, bits.
            #expect([number(16, 4), number(20, 2), number(22, 2)] == [16, 1, 1])
            #expect([number(24, 4), number(28, 4)] == [8_000, 16_000])
            #expect([number(32, 2), number(34, 2)] == [2, 16])
        }
    }
}
