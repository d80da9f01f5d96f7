import Advertising

/// A schedule's parameters for the request of a true[X] ad.
enum TruexParametersFuzz: FuzzTarget {
    static let name = "truex-parameters"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + [
            "\"vast_config_url\":", "\"user_id\":", "\"placement_hash\":", "[stream_id]",
            "[user_id]",
            "${user-id}", "%5Bstream_id%5D", "%%USER_IP%%", "/idvx/", "//", "https://", "\\\"",
        ]

    static func run(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // try?: unusable parameters are refused.
        guard let parameters = try? TruexAdParameters(parsing: text) else { return }
        switch parameters {
        case .twoStage(let reference):
            let viewer = TruexViewer(streamID: "a b", userID: "[stream_id]")
            _ = reference.configurationAddress(for: viewer)
        case .oneStage(let json):
            precondition(
                (try? TruexAdParameters(parsing: json)) != nil, "parameters cannot be read back")
        }
    }
}
