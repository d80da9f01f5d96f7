import SampleStation
import Testing

@Suite("Ad server of true[X]: what it offers", .timeLimit(.minutes(1))) struct TruexOfferTests {
    @Test("is a choice card with everything that a player needs, at addresses that answer")
    func card() async throws {
        try await TruexViewing.atStation { viewing in
            let config = try await viewing.config("&stream_position=preroll")
            #expect(config.tag_type == "choice_card")
            #expect(config.user.id == "anna")
            #expect(config.ad.name == "Harbour Lights Festival")
            #expect(config.ad.campaign_id == 21740)
            #expect(!config.ad.idvx)
            #expect(config.card.pos == "preroll")
            #expect(config.card.product == "sponsored_stream")
            #expect(config.card.aa == 15)
            #expect(config.card.bd == 0)
            #expect(config.card.sec == "30")
            #expect(config.card.ct.contains("[countdown]"))
            #expect(config.card_creative_args["user_opt_out_capping_enabled"] == true)
            let files = [
                (config.ad.window_url, "text/html"), (config.card.vo[0], "audio/mpeg"),
                (config.card.bg, "image/svg+xml"), (config.card.sk, "image/svg+xml"),
                (config.card.ib, "image/svg+xml"), (config.card.wb, "image/svg+xml"),
            ]
            for (address, type) in files {
                let answer = try await viewing.client.get(address)
                #expect(answer.status == 200, "\(address)")
                #expect(answer.contentType == type)
                #expect(!answer.body.isEmpty)
            }
        }
    }

    @Test("has the product and the times that the request asks for")
    func choices() async throws {
        try await TruexViewing.atStation { viewing in
            #expect(try await viewing.config().card.product == "sponsored_ad_break")
            #expect(try await viewing.config().card.pos == "midroll")
            let config = try await viewing.config("&product=sponsored_stream&aa=-1&bd=2&sec=5")
            #expect(config.card.product == "sponsored_stream")
            #expect(config.card.aa == -1)
            #expect(config.card.bd == 2)
            #expect(config.card.sec == "5")
        }
    }

    @Test("is nothing if there is no ad, which is no error of HTTP")
    func noBid() async throws {
        try await TruexViewing.atStation { viewing in
            let answer = try await viewing.client.get(
                "/truex/config?placement_hash=no-bid&user_id=anna")
            #expect(answer.status == 200)
            #expect(answer.text == #"{"error":"No bid found"}"#)
            #expect(try await viewing.log().answers.map(\.answer) == [.noBid])
        }
    }

    @Test(
        "is refused in one line for an incomplete request",
        arguments: [
            ("user_id=anna", "say ?placement_hash=…"),
            ("placement_hash=lighthouse", "say ?user_id=…"),
            (
                "placement_hash=elsewhere&user_id=anna",
                "placement_hash=elsewhere: it is one of lighthouse, no-bid, idvx"
            ),
            (
                "placement_hash=lighthouse&user_id=%5Buser_id%5D",
                "user_id=[user_id] has a macro that was not replaced"
            ),
            (
                "placement_hash=lighthouse&user_id=a&ip=%25%25USER_IP%25%25",
                "ip=%%USER_IP%% has a macro that was not replaced"
            ),
            ("placement_hash=lighthouse&user_id=a&aa=soon", "aa=soon is not a whole number"),
        ])
    func refused(query: String, words: String) async throws {
        try await TruexViewing.atStation { viewing in
            let answer = try await viewing.client.get("/truex/config?\(query)")
            #expect(answer.status == 400)
            #expect(try answer.json([String: String].self) == ["error": words])
        }
    }

    @Test("is no card for a viewer who opted out three times, and a card for any other")
    func capping() async throws {
        try await TruexViewing.atStation { viewing in
            for name in ["choice_card_select_watch", "choice_card_auto_advance"] {
                let config = try await viewing.config()
                // One card is one choice, however often it is reported.
                for _ in 0..<3 { try await viewing.tell(name, of: config) }
            }
            let third = try await viewing.config()
            try await viewing.tell("choice_card_select_watch", of: third)
            #expect(try await viewing.isRefused())
            var other = viewing
            other.user = "ben"
            #expect(try await other.isRefused() == false)
            #expect(
                try await viewing.log().answers.map(\.answer).suffix(2) == [.capped, .choiceCard])
            // A credit earned with the last card counts.
            try await viewing.tell("unit_credit", of: third)
            #expect(try await viewing.isRefused() == false)
        }
    }

    @Test("is a skip card in a stream that its viewer sponsored in the preroll, and in no other")
    func sponsoredStream() async throws {
        try await TruexViewing.atStation { viewing in
            let preroll = try await viewing.config("&stream_position=preroll")
            #expect(try await viewing.config().tag_type == "choice_card")
            try await viewing.tell("unit_credit", of: preroll)
            let later = try await viewing.config()
            #expect(later.tag_type == "skip_card")
            #expect(later.card.aa == 3)
            var elsewhere = viewing
            elsewhere.stream = "stream-2"
            #expect(try await elsewhere.config().tag_type == "choice_card")
            var other = viewing
            other.user = "ben"
            #expect(try await other.config().tag_type == "choice_card")
            let answers = try await viewing.log().answers
            #expect(
                answers.map(\.answer)
                    == [.choiceCard, .choiceCard, .skipCard, .choiceCard, .choiceCard])
        }
    }

    @Test("stays a card if only a pod was sponsored, or the sponsorship was not in a preroll")
    func sponsoredBreak() async throws {
        try await TruexViewing.atStation { viewing in
            for query in [
                "&stream_position=preroll&product=sponsored_ad_break",
                "&stream_position=midroll&product=sponsored_stream",
            ] {
                try await viewing.tell("unit_credit", of: viewing.config(query))
                #expect(try await viewing.config().tag_type == "choice_card")
            }
        }
    }

    @Test("is an ad without card and credit at the placement for those")
    func idvx() async throws {
        try await TruexViewing.atStation { viewing in
            let config = try await viewing.client.get(
                "/truex/config?placement_hash=idvx&user_id=anna"
            ).json(TruexConfig.self)
            #expect(config.ad.idvx)
            try await viewing.tell("unit_credit", of: config)
            let log = try await viewing.log()
            #expect(log.answers.map(\.answer) == [.idvx])
            #expect(log.beacons.map(\.name) == ["unit_credit"])
            #expect(log.callbacks.isEmpty && log.credits.isEmpty)
        }
    }
}
