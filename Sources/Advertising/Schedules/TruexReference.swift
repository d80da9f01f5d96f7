import MediaTime
import PlainText

/// Where a true[X] ad is requested.
public struct TruexReference: Hashable, Sendable {
    /// The viewer according to the ad server; `nil` if the schedule has none.
    public var userID: String?

    /// The placement; `nil` if the schedule has none.
    public var placementHash: String?

    /// An http(s) address that may contain macros.
    public var configurationTemplate: String

    public init(userID: String? = nil, placementHash: String? = nil, configurationTemplate: String)
    {
        self.userID = userID
        self.placementHash = placementHash
        self.configurationTemplate = configurationTemplate
    }
}

extension TruexReference {
    /// Completes `address`, which often lacks its scheme.
    init(
        configuration address: String, userID: String?, placementHash: String?
    ) throws(UnusableTruexParameters) {
        var address = address.trimmed
        if address.hasPrefix("//") { address = "https:" + address }
        let scheme = address.prefix(while: { $0.isASCII && ($0.isLetter || $0.isNumber) })
        if !address.dropFirst(scheme.count).hasPrefix("://") { address = "https://" + address }
        let lower = address.lowercased()
        guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else {
            throw UnusableTruexParameters(
                "lead to \"\(address.printable)\", which is not an http(s) address")
        }
        let host = address.drop(while: { $0 != "/" }).dropFirst(2)
            .prefix(while: { !"/?#".contains($0) })
        let isPlain = address.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
        guard isPlain, let first = host.first, first.isLetter || first.isNumber || first == "["
        else {
            throw UnusableTruexParameters(
                "lead to \"\(address.printable)\", which is not an address")
        }
        self.init(
            userID: userID, placementHash: placementHash, configurationTemplate: address)
    }
}

/// The viewer's identity for an ad server.
public struct TruexViewer: Hashable, Sendable {
    /// Identifies the stream across its breaks, so that the ad server can sponsor all of them.
    public var streamID: String

    /// Used if the schedule names no user: the listener's advertising id, or a random id that is
    /// constant while the player runs.
    public var userID: String

    /// The name of the app; `nil` if it has none.
    public var appID: String?

    public init(streamID: String, userID: String, appID: String? = nil) {
        self.streamID = streamID
        self.userID = userID
        self.appID = appID
    }
}

extension TruexReference {
    /// The address with all macros replaced for `viewer`.
    ///
    /// The IP address macro becomes empty; only the server knows that address.
    public func configurationAddress(for viewer: TruexViewer) -> String {
        let user = userID ?? viewer.userID
        let values = [
            ("[stream_id]", viewer.streamID), ("[user_id]", user), ("${user-id}", user),
            ("[app_id]", viewer.appID ?? ""), ("[APPBUNDLE]", viewer.appID ?? ""),
            ("%%USER_IP%%", ""),
        ]
        return values.reduce(configurationTemplate) { address, macro in
            let value = macro.1.percentEncoded
            return Self.spellings(of: macro.0).reduce(address) { address, spelling in
                address.replacing(spelling, with: value)
            }
        }
    }

    /// A macro as written, and in the spellings of documents that percent-encode addresses once too
    /// often.
    private static func spellings(of macro: String) -> [String] {
        let encoded = macro.percentEncoded
        let dollar = encoded.replacing("%24", with: "$")
        var spellings = [macro]
        for spelling in [encoded, dollar] {
            spellings += [
                spelling,
                spelling.replacing("%5B", with: "%5b")
                    .replacing("%5D", with: "%5d").replacing("%7B", with: "%7b")
                    .replacing("%7D", with: "%7d"),
            ]
        }
        return spellings
    }
}
