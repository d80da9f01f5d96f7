import AdPlayback

/// The loudness of spots (`--match-loudness`).
struct LoudnessArgument: Hashable, Sendable {
    let profile: LoudnessProfile

    init(parsing text: String) throws(UnusableArgument) {
        switch text {
        case "match": profile = .match
        case "tech1008": profile = .tech1008
        case "r128": profile = .r128
        case "off": profile = .off
        case _ where text.hasPrefix("fixed="):
            profile = .fixed(try Self.loudness(text.dropFirst(6)))
        case _:
            throw UnusableArgument("write match, tech1008, r128, fixed=LUFS or off")
        }
    }

    /// The allowed values of `fixed=`, in LUFS.
    private static let range = -60.0...0

    private static func loudness(_ text: Substring) throws(UnusableArgument) -> Double {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isNumber || "-.".contains($0)) }
        guard isPlain, let loudness = Double(text), range.contains(loudness) else {
            throw UnusableArgument("fixed= takes a loudness from -60 to 0 LUFS, such as fixed=-16")
        }
        return loudness
    }

    private init(_ profile: LoudnessProfile) {
        self.profile = profile
    }

    static let match = LoudnessArgument(.match)
}
