/// What a listener allows ad servers to do with data about them, as they are told with each request.
public struct AdPrivacy: Hashable, Sendable, Codable {
    /// The consent string of the Transparency and Consent Framework; `nil` if there is none.
    public var tcfConsent: String?

    /// The US Privacy string (CCPA), as `1YNN`.
    public var usPrivacy: String?

    /// The string of the Global Privacy Platform.
    public var gpp: String?

    /// The sections of ``gpp`` that apply.
    public var gppSections: [Int] = []

    /// Whether the listener has restricted tracking; `nil` if that is not known.
    public var tracking: Tracking?

    /// Whether ad servers are asked before there is a consent.
    public var timing = Timing.atOnce

    public enum Tracking: String, Hashable, Sendable, Codable, CaseIterable {
        case allowed
        case limited
    }

    public enum Timing: String, Hashable, Sendable, Codable, CaseIterable {
        case atOnce
        /// No ad server is asked or told anything before one of the strings is known.
        case afterConsent
    }

    public init() {}

    /// The most UTF-8 bytes of a string. Real ones have some hundreds.
    public static let stringLimit = 8192

    /// Whether ad servers may be asked.
    package var allowsRequests: Bool {
        switch timing {
        case .atOnce: true
        case .afterConsent: tcfConsent != nil || usPrivacy != nil || gpp != nil
        }
    }

    /// The values of the macros that say it (VAST 4.3, section 6). What the listener does not share is
    /// `-2`.
    package var macros: [String: String] {
        var values: [String: String] = [:]
        if let tcfConsent {
            values["GDPRCONSENT"] = tcfConsent
            values["REGULATIONS"] = "gdpr"
        }
        // No macro of VAST, but the name that ad servers use.
        if let usPrivacy { values["US_PRIVACY"] = usPrivacy }
        if let gpp { values["GPPSTRING"] = gpp }
        if !gppSections.isEmpty {
            values["GPPSECTIONID"] = gppSections.map(String.init).joined(separator: ",")
        }
        switch tracking {
        case .allowed: values["LIMITADTRACKING"] = "0"
        case .limited:
            values["LIMITADTRACKING"] = "1"
            for name in ["IFA", "IFATYPE", "DEVICEIP", "LATLONG"] { values[name] = "-2" }
        case nil: break
        }
        return values
    }
}
