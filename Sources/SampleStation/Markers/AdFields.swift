import MediaTime

/// The fields by which AdsWizz marks an ad, in ICY blocks and in ID3 tags.
struct AdFields {
    let fields: [(String, String)]

    /// Of a break with this number and length.
    init(of number: Int, _ length: Duration) {
        let digits = String(number)
        let id = String(repeating: "0", count: max(0, Self.idLength - digits.count)) + digits
        fields = [
            ("adw_ad", "true"), ("durationMilliseconds", "\(length.wholeMilliseconds)"),
            ("adId", id), ("insertionType", "midroll"),
        ]
    }

    /// Ids are equally long, so that tags are too.
    private static let idLength = 10

    /// As in an ICY block.
    var text: String { fields.map { "\($0.0)='\($0.1)';" }.joined() }
}

/// The titles of ICY blocks and ID3 tags that mark breaks.
enum AdTitle {
    static func start(_ length: Duration) -> String {
        "START_AD_BREAK_\(length.wholeMilliseconds)"
    }

    static let end = "STOP_AD_BREAK"
}

extension Duration {
    /// In milliseconds, to the nearest.
    var wholeMilliseconds: Int {
        Int(clamping: (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000)
    }
}
