import Testing

@testable import Advertising

/// The values of macros that say what a listener allows.
@Suite("What a listener allows")
struct AdPrivacyTests {
    @Test("is nothing until a consent is known, if ad servers have to wait for it")
    func timing() {
        var privacy = AdPrivacy()
        #expect(privacy.allowsRequests && privacy.macros.isEmpty)
        privacy.timing = .afterConsent
        #expect(!privacy.allowsRequests)
        for path in [\AdPrivacy.tcfConsent, \.usPrivacy, \.gpp] {
            var given = privacy
            given[keyPath: path] = "x"
            #expect(given.allowsRequests)
        }
    }

    @Test("B27: has its macros")
    func macros() {
        var privacy = AdPrivacy()
        privacy.tcfConsent = "CPX"
        privacy.usPrivacy = "1YNN"
        privacy.gpp = "DBAA"
        privacy.gppSections = [2, 6]
        privacy.tracking = .allowed
        #expect(
            privacy.macros == [
                "GDPRCONSENT": "CPX", "REGULATIONS": "gdpr", "US_PRIVACY": "1YNN",
                "GPPSTRING": "DBAA", "GPPSECTIONID": "2,6", "LIMITADTRACKING": "0",
            ])
        privacy.tracking = .limited
        #expect(privacy.macros["LIMITADTRACKING"] == "1" && privacy.macros["IFA"] == "-2")
    }

    @Test("B27: is said to its macros by what is known of it, and by nothing else")
    func restrictions() {
        var privacy = AdPrivacy()
        privacy.tracking = .limited
        #expect(
            privacy.macros == [
                "LIMITADTRACKING": "1", "IFA": "-2", "IFATYPE": "-2", "DEVICEIP": "-2",
                "LATLONG": "-2",
            ])
        privacy.tracking = .allowed
        #expect(privacy.macros == ["LIMITADTRACKING": "0"])
        privacy.tracking = nil
        privacy.gppSections = [7]
        #expect(privacy.macros == ["GPPSECTIONID": "7"])
    }

    @Test("is no consent by its sections, or by a restriction of tracking")
    func noConsent() {
        var privacy = AdPrivacy()
        privacy.timing = .afterConsent
        privacy.gppSections = [7]
        privacy.tracking = .allowed
        #expect(!privacy.allowsRequests)
    }

    @Test("is said in strings of at most 8 KiB")
    func stringLimit() {
        #expect(AdPrivacy.stringLimit == 8 * 1024)
    }
}
