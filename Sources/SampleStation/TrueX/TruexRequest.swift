/// A viewer has reached a placeholder: what the ad server is asked.
struct TruexRequest: Sendable {
    var placement: TruexPlacement
    var user: String

    /// The same in all breaks of a stream; nil if the player does not say.
    var stream: String?

    var position: Pod.Position
    var product: TruexProduct

    /// Seconds of the card's countdown, -1 for none.
    var countdown: Int?

    /// Seconds until the card's buttons work.
    var buttonDelay = 0

    /// Seconds of attention that earn the credit.
    var attention = 30

    init(_ fields: QueryFields) throws(RequestRefusal) {
        for (name, value) in fields.all where Self.holdsMacro(value) {
            throw RequestRefusal("\(name)=\(value) holds a macro that was not replaced")
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

/// Where an ad may be shown, by its hash. Each has its own manner, for trying it out.
package enum TruexPlacement: String, CaseIterable, Codable, Sendable {
    case lighthouse

    /// For which there is never an ad.
    case noBid = "no-bid"

    /// Whose ad is shown without a card, and earns nothing (IDVx).
    case idvx
}

/// What a viewer earns with an interactive ad.
package enum TruexProduct: String, CaseIterable, Codable, Sendable {
    /// With a credit in the preroll, the rest of the stream without pods.
    case sponsoredStream = "sponsored_stream"

    /// This pod alone.
    case sponsoredAdBreak = "sponsored_ad_break"
}
