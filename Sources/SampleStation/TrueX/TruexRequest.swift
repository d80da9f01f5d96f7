/// A player's request for an ad.
struct TruexRequest: Sendable {
    var placement: TruexPlacement
    var user: String

    /// Constant in a stream; `nil` if the player sends none.
    var stream: String?

    var position: Pod.Position
    var product: TruexProduct

    /// The card's countdown in seconds, −1 for none.
    var countdown: Int?

    /// Seconds until the card's buttons are enabled.
    var buttonDelay = 0

    /// The attention in seconds that earns the credit.
    var attention = 30

    init(_ fields: QueryFields) throws(RequestRefusal) {
        for (name, value) in fields.all where Self.holdsMacro(value) {
            throw RequestRefusal("\(name)=\(value) has a macro that was not replaced")
        }
        _ = try fields.required("placement_hash")
        guard let placement: TruexPlacement = try fields.word("placement_hash") else {
            throw RequestRefusal("say ?placement_hash=…")
        }
        self.placement = placement
        user = try fields.required("user_id")
        stream = fields["stream_id"].flatMap { $0.isEmpty ? nil : $0 }
        position = try fields.word("stream_position") ?? .midroll
        product =
            try fields.word("product")
            ?? (position == .preroll ? .sponsoredStream : .sponsoredAdBreak)
        countdown = try fields.integer("aa")
        buttonDelay = try fields.integer("bd") ?? buttonDelay
        attention = try fields.integer("sec") ?? attention
    }

    private static func holdsMacro(_ value: String) -> Bool {
        value.contains("[") || value.contains("${") || value.contains("%%")
    }
}

/// A placement, by its hash. Each behaves differently, for tests and demonstrations.
package enum TruexPlacement: String, CaseIterable, Codable, Sendable {
    case lighthouse

    /// Never has an ad.
    case noBid = "no-bid"

    /// Has an ad without a card, which earns nothing (IDVx).
    case idvx
}

/// What an interactive ad earns.
package enum TruexProduct: String, CaseIterable, Codable, Sendable {
    /// With a credit in the preroll: the rest of the stream without pods.
    case sponsoredStream = "sponsored_stream"

    /// This pod only.
    case sponsoredAdBreak = "sponsored_ad_break"
}
