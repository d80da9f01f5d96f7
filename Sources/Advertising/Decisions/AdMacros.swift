import PlainText

/// Replaces the macros in the addresses of ad servers (VAST 4.3, section 6): `[NAME]`, also in percent
/// encoding, and `%%NAME%%`.
///
/// A macro of VAST whose value is not known becomes `-1`. A name that VAST does not know stays as it
/// is: the server may mean something by it. Of a list, each element is encoded, and not the commas
/// between them.
package struct AdMacros: Hashable, Sendable {
    /// The values by their names, not encoded.
    package var values: [String: String]

    package init(_ values: [String: String] = [:]) { self.values = values }

    /// The macros of VAST 4.3 and its later additions, and those of VMAP.
    static let names: Set<String> = [
        "TIMESTAMP", "CACHEBUSTING", "MEDIAPLAYHEAD", "BREAKPOSITION", "BLOCKEDADCATEGORIES",
        "ADCATEGORIES", "ADCOUNT", "TRANSACTIONID", "PLACEMENTTYPE", "ADTYPE", "UNIVERSALADID",
        "BREAKMAXDURATION", "BREAKMINDURATION", "BREAKMAXADS", "BREAKMINADLENGTH",
        "BREAKMAXADLENGTH", "IFA", "IFATYPE", "CLIENTUA", "SERVERUA", "DEVICEUA", "SERVERSIDE",
        "DEVICEIP", "LATLONG", "DOMAIN", "PAGEURL", "APPBUNDLE", "VASTVERSIONS", "APIFRAMEWORKS",
        "EXTENSIONS", "VERIFICATIONVENDORS", "OMIDPARTNER", "MEDIAMIME", "PLAYERCAPABILITIES",
        "CLICKTYPE", "PLAYERSTATE", "INVENTORYSTATE", "PLAYERSIZE", "ADPLAYHEAD", "ASSETURI",
        "CONTENTID", "CONTENTURI", "PODSEQUENCE", "ADSERVINGID", "CLICKPOS", "ERRORCODE",
        "REASON", "LIMITADTRACKING", "REGULATIONS", "GDPRCONSENT", "GPPSTRING", "GPPSECTIONID",
        "PLAYBACKMETHODS", "CONTENTCAT", "STOREID", "STOREURL", "DSAREQUIRED", "DSAPARAMS",
        "DSAPUBRENDER", "CONTENTPLAYHEAD", "ERROR_CODE",
    ]

    /// The macros whose values are lists.
    static let lists: Set<String> = [
        "ADCATEGORIES", "APIFRAMEWORKS", "BLOCKEDADCATEGORIES", "CLICKPOS", "CONTENTCAT",
        "EXTENSIONS", "GPPSECTIONID", "LATLONG", "MEDIAMIME", "PLAYBACKMETHODS",
        "PLAYERCAPABILITIES", "PLAYERSIZE", "PLAYERSTATE", "REGULATIONS", "UNIVERSALADID",
        "VASTVERSIONS", "VERIFICATIONVENDORS",
    ]

    /// `address` with the values of its macros in percent encoding.
    package func replaced(in address: String) -> String {
        var result = ""
        var rest = Substring(address)
        while let (start, name, end) = Self.nextMacro(in: rest) {
            result += rest[..<start]
            if let value = values[name] {
                result += Self.encoded(value, of: name)
            } else if Self.names.contains(name) {
                result += "-1"
            } else {
                result += rest[start..<end]
            }
            rest = rest[end...]
        }
        return result + rest
    }

    private static func encoded(_ value: String, of name: String) -> String {
        guard lists.contains(name) else { return value.percentEncoded }
        return value.split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0).percentEncoded }.joined(separator: ",")
    }

    private static let brackets = [("[", "]"), ("%5B", "%5D"), ("%5b", "%5d"), ("%%", "%%")]

    /// The first macro, and where it begins and ends.
    private static func nextMacro(
        in text: Substring
    ) -> (start: Substring.Index, name: String, end: Substring.Index)? {
        var index = text.startIndex
        while index < text.endIndex {
            for (opening, closing) in brackets where text[index...].hasPrefix(opening) {
                let inner = text[index...].dropFirst(opening.count)
                let name = inner.prefix {
                    $0.isASCII && ($0.isUppercase || $0 == "_" || $0.isNumber)
                }
                guard !name.isEmpty, inner[name.endIndex...].hasPrefix(closing) else { continue }
                let end = text.index(name.endIndex, offsetBy: closing.count)
                return (index, String(name), end)
            }
            index = text.index(after: index)
        }
        return nil
    }
}
