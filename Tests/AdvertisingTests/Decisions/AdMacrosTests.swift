import Testing

@testable import Advertising

@Suite("The macros of ad servers")
struct AdMacrosTests {
    @Test(
        "are replaced in each of their forms, in percent encoding",
        arguments: ["[ERRORCODE]", "%5BERRORCODE%5D", "%5bERRORCODE%5d", "%%ERRORCODE%%"])
    func forms(macro: String) {
        let macros = AdMacros(["ERRORCODE": "a b&ü"])
        #expect(
            macros.replaced(in: "http://e/\(macro)?x=\(macro)")
                == "http://e/a%20b%26%C3%BC?x=a%20b%26%C3%BC")
    }

    @Test("become -1 if their value is not known, and stay if VAST does not know them")
    func unknown() {
        #expect(AdMacros().replaced(in: "h/[IFA]/[random]/[MINE]/[") == "h/-1/[random]/[MINE]/[")
    }

    @Test(
        "leave an address without any as it is",
        arguments: ["", "h/%%", "h/%5B", "h/[]", "h/%41%%"])
    func none(address: String) {
        #expect(AdMacros(["": "x"]).replaced(in: address) == address)
    }

    @Test("are found in a time that grows with the address", .timeLimit(.minutes(1)))
    func hostile() {
        let address = String(repeating: "[A%%", count: 50_000)
        #expect(AdMacros().replaced(in: address) == address)
    }

    @Test("of lists are encoded element by element")
    func lists() {
        let macros = AdMacros(["MEDIAMIME": "audio/mpeg,audio/mp4", "CONTENTID": "a,b"])
        #expect(
            macros.replaced(in: "[MEDIAMIME]&[CONTENTID]")
                == "audio%2Fmpeg,audio%2Fmp4&a%2Cb")
    }

    @Test("keep the empty elements of a list, and the commas around them")
    func emptyElements() {
        #expect(AdMacros(["EXTENSIONS": ",a b,,"]).replaced(in: "[EXTENSIONS]") == ",a%20b,,")
        #expect(AdMacros(["EXTENSIONS": ""]).replaced(in: "x[EXTENSIONS]y") == "xy")
    }

    @Test("of ASCII keep only letters, digits, and four signs as they are")
    func ascii() {
        let text = String(String.UnicodeScalarView((0..<128).compactMap { Unicode.Scalar($0) }))
        let kept = AdMacros(["REASON": text]).replaced(in: "[REASON]")
            .replacing(#/%[0-9A-F]{2}/#, with: "")
        #expect(
            kept == "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~")
    }

    @Test(
        "have names of capital letters, digits and underscores",
        arguments: [
            ("A1_B", true), ("1", true), ("_", true), ("Ab", false), ("A-B", false),
            ("\u{C9}", false), ("\u{661}", false), ("A B", false),
        ])
    func nameForms(name: String, isName: Bool) {
        let macros = AdMacros([name: "x"])
        #expect(macros.replaced(in: "h/[\(name)]") == (isName ? "h/x" : "h/[\(name)]"))
        #expect(macros.replaced(in: "h/[\(name)") == "h/[\(name)")
    }

    /// As section 6 of VAST 4.3 and its later additions list them, and the one of VMAP.
    private static let ofVAST = """
        TIMESTAMP CACHEBUSTING CONTENTPLAYHEAD MEDIAPLAYHEAD BREAKPOSITION BLOCKEDADCATEGORIES
        ADCATEGORIES ADCOUNT TRANSACTIONID PLACEMENTTYPE ADTYPE UNIVERSALADID BREAKMAXDURATION
        BREAKMINDURATION BREAKMAXADS BREAKMINADLENGTH BREAKMAXADLENGTH IFA IFATYPE CLIENTUA SERVERUA
        DEVICEUA SERVERSIDE DEVICEIP LATLONG DOMAIN PAGEURL APPBUNDLE VASTVERSIONS APIFRAMEWORKS
        EXTENSIONS VERIFICATIONVENDORS OMIDPARTNER MEDIAMIME PLAYERCAPABILITIES CLICKTYPE PLAYERSTATE
        INVENTORYSTATE PLAYERSIZE ADPLAYHEAD ASSETURI CONTENTID CONTENTURI PODSEQUENCE ADSERVINGID
        CLICKPOS ERRORCODE REASON LIMITADTRACKING REGULATIONS GDPRCONSENT GPPSTRING GPPSECTIONID
        PLAYBACKMETHODS CONTENTCAT STOREID STOREURL DSAREQUIRED DSAPARAMS DSAPUBRENDER ERROR_CODE
        """.split { $0.isWhitespace }.map(String.init)

    @Test("B13: of VAST are known, each of them", arguments: ofVAST)
    func names(name: String) {
        #expect(AdMacros([name: "1"]).replaced(in: "[\(name)]") == "1")
        #expect(AdMacros().replaced(in: "%%\(name)%%") == "-1")
    }
}
