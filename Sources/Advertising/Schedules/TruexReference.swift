import MediaTime

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

extension String {
    /// Percent-encoded except for the unreserved characters of RFC 3986.
    fileprivate var percentEncoded: String {
        let unreserved = Set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        return utf8.reduce(into: "") { text, byte in
            if unreserved.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(UInt16(byte) + 0x100, radix: 16, uppercase: true)
                text += "%" + digits.dropFirst()
            }
        }
    }
}
