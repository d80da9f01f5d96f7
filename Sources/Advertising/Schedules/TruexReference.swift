import MediaTime

/// What an ad server wants to know of who watches.
public struct TruexViewer: Hashable, Sendable {
    /// The same for all breaks of one stream, which is how a stream becomes a sponsored one.
    public var streamID: String

    /// Taken where the schedule names no user: the listener's advertising id, or one made up that
    /// stays the same for as long as the player runs.
    public var userID: String

    /// Names the app that plays the stream; `nil` where it has no name.
    public var appID: String?

    public init(streamID: String, userID: String, appID: String? = nil) {
        self.streamID = streamID
        self.userID = userID
        self.appID = appID
    }
}

extension TruexReference {
    /// The address with everything put in for `viewer`.
    ///
    /// The address that somebody comes from stays empty, because only the server that is asked can
    /// know it.
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

    /// A macro as it is, and as those write it who encode an address once too often.
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
    /// The text with all but the unreserved characters of RFC 3986 encoded.
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
