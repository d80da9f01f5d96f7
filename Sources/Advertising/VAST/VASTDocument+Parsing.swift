import MediaTime
import PlainText

extension VASTDocument {
    /// Reads a document. Throws why an ad server's answer is none.
    ///
    /// Reads what the field sends: names in any case and with any prefix, ads without an id, a title
    /// or an impression, and addresses with spaces around them. An empty address and `about:blank` are
    /// none.
    package init(parsing bytes: [UInt8]) throws(VASTFailure) {
        try self.init(VASTFailure.root(of: bytes))
    }

    init(_ root: MarkupElement) throws(VASTFailure) {
        switch root.name.lowercased() {
        case "vast": dialect = .vast
        case "daast": dialect = .daast
        case "videoadservingtemplate":
            throw VASTFailure(.version, "is VAST 1, which is obsolete; request VAST 2 or later")
        default:
            throw VASTFailure(
                .schema,
                "is XML with the root <\(root.name.printable)>; name a VAST or a DAAST document")
        }
        version = root.attribute("version")
        let major = version.flatMap { Int($0.prefix { $0 != "." }) }
        if dialect == .vast, let major, !(2...4).contains(major) {
            throw VASTFailure(
                .version, "is VAST \(major), which is not known; request VAST 2, 3 or 4")
        }
        let ads = root.all("Ad").map { VASTAd($0, allowsSeveral: major.map { $0 < 3 } ?? false) }
        let pod = ads.compactMap { ad in ad.sequence.map { (ad: ad, place: $0) } }
        self.ads = pod.sorted { $0.place < $1.place }.map(\.ad) + ads.filter { $0.sequence == nil }
        errors = root.addresses("Error")
    }
}

/// Why a document is no answer of an ad server.
package struct VASTFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: VASTError
    /// In words that follow the name of the document.
    package let description: String

    init(_ code: VASTError, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The root of an XML document; throws why there is none.
    static func root(of bytes: [UInt8]) throws(VASTFailure) -> MarkupElement {
        let limit = VASTDocument.maximumByteCount
        guard bytes.count <= limit else {
            throw VASTFailure(.malformed, "is larger than \(limit) bytes")
        }
        do throws(AdScheduleError.Reason) {
            return try MarkupReader.root(of: DocumentText(bytes).text)
        } catch {
            throw VASTFailure(.malformed, error.words)
        }
    }
}

extension VASTAd {
    fileprivate init(_ element: MarkupElement, allowsSeveral: Bool) {
        id = element.attribute("id")
        sequence = element.attribute("sequence").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        adType = element.attribute("adType").flatMap { AdType(rawValue: $0.lowercased()) }
        let inline = element.first("InLine")
        guard let body = inline ?? element.first("Wrapper") else {
            content = .nothing
            return
        }
        let creatives = body.all(["Creatives", "Creative"])
        let linears = creatives.compactMap { $0.first("Linear") }
        if inline != nil {
            content = .inline(
                VASTInline(
                    linear: linears.first.map { VASTLinear($0) },
                    hasNonLinear: creatives.contains { $0.first("NonLinearAds") != nil }))
        } else {
            content = .wrapper(VASTWrapper(body, allowsSeveral: allowsSeveral))
        }
        title = body.content("AdTitle")
        advertiser = body.content("Advertiser")
        categories = body.all("Category")
            .map { VASTCategory(code: $0.text.trimmed, authority: $0.attribute("authority")) }
            .filter { !$0.code.isEmpty }
        expires = body.content("Expires").flatMap { Int($0) }
        impressions = body.addresses("Impression")
        errors = body.addresses("Error")
        // A wrapper tells of each ad that was found through it; an ad has one linear creative.
        let followed = inline == nil ? linears : Array(linears.prefix(1))
        tracking = followed.flatMap { $0.all(["TrackingEvents", "Tracking"]) }
            .compactMap { VASTTracking($0) }
        let clicks = followed.flatMap { linear in
            ["VideoClicks", "AdInteractions", "AudioInteractions"].flatMap { linear.all($0) }
        }
        clickThrough = clicks.flatMap { $0.addresses("ClickThrough") }.first
        clickTracking = clicks.flatMap { $0.addresses("ClickTracking") }
        companions = creatives.flatMap { $0.all(["CompanionAds", "Companion"]) }
            .map { VASTCompanion($0) }
        requiredCompanions =
            creatives.flatMap { $0.all("CompanionAds") }.lazy
            .compactMap { $0.attribute("required")?.lowercased() }
            .compactMap { VASTCompanion.Requirement(rawValue: $0) }.first ?? .none
        let heard = creatives.first { $0.first("Linear") != nil }
        universalIDs = heard?.all("UniversalAdId").compactMap(\.universalID) ?? []
        servingID = body.content("AdServingId")
        // Before VAST 4.1 they stand in an extension.
        let extensions = body.all(["Extensions", "Extension"])
        verifications = ([body] + extensions)
            .flatMap { $0.all(["AdVerifications", "Verification"]) }.map { VASTVerification($0) }
    }
}

extension VASTWrapper {
    fileprivate init(_ element: MarkupElement, allowsSeveral: Bool) {
        // The last name, with the address in an element of its own, is of VAST 1 and still found.
        address =
            ["VASTAdTagURI", "DAASTAdTagURI", "VASTAdTagURL"].lazy
            .flatMap { element.all($0) }
            .compactMap { $0.addresses("URL").first ?? $0.address }.first
        followsWrappers = element.flag("followAdditionalWrappers") ?? true
        self.allowsSeveral = element.flag("allowMultipleAds") ?? allowsSeveral
        fallsBack = element.flag("fallbackOnNoAd")
        // One, or several with commas between them; the name of a category may have commas, too.
        blockedCategories = element.all("BlockedAdCategories").map(\.text.trimmed).flatMap { text in
            let parts = text.split(separator: ",").map { String($0).trimmed }
            return parts.count == 1 ? parts : [text] + parts
        }.filter { !$0.isEmpty }
    }
}

extension VASTLinear {
    fileprivate init(_ element: MarkupElement) {
        duration = element.content("Duration").flatMap { ClockTime.duration($0) }
        skipOffset = element.attribute("skipoffset").flatMap { VASTOffset($0) }
        media = element.all(["MediaFiles", "MediaFile"]).compactMap { VASTMedia($0) }
        hasInteractiveFile =
            !element.all(["MediaFiles", "InteractiveCreativeFile"]).isEmpty
    }
}

extension VASTMedia {
    fileprivate init?(_ element: MarkupElement) {
        guard let address = element.address else { return nil }
        self.address = address
        type = element.attribute("type")
        bitrate = ["bitrate", "maxBitrate"].lazy.compactMap { element.attribute($0) }.first
            .flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        delivery = element.attribute("delivery")
        codec = element.attribute("codec")
        framework = element.attribute("apiFramework")
    }
}

extension VASTTracking {
    init?(_ element: MarkupElement) {
        guard let event = element.attribute("event"), let address = element.address else {
            return nil
        }
        self.event = event
        self.address = address
        offset = element.attribute("offset").flatMap { VASTOffset($0) }
    }
}

extension VASTOffset {
    /// `hh:mm:ss.mmm`, or a percentage; `nil` if `text` is neither.
    init?(_ text: String) {
        if text.hasSuffix("%") {
            guard let share = ClockTime.decimal(text.dropLast()), (0...100).contains(share) else {
                return nil
            }
            self = .share(share / 100)
        } else {
            guard let time = ClockTime.duration(text), time >= .zero else { return nil }
            self = .time(time)
        }
    }
}

extension VASTCompanion {
    fileprivate init(_ element: MarkupElement) {
        id = element.attribute("id")
        width = element.attribute("width").flatMap { Int($0) }
        height = element.attribute("height").flatMap { Int($0) }
        resource =
            ["StaticResource", "IFrameResource", "HTMLResource"].lazy
            .compactMap { element.content($0) }.first
        let type = element.first("StaticResource")?.attribute("creativeType")?.lowercased()
        kind =
            element.content("StaticResource") != nil && type?.hasPrefix("image/") ?? true
            ? .picture : .other
        clickThrough = element.addresses("CompanionClickThrough").first
        clickTracking = element.addresses("CompanionClickTracking")
        views = element.all(["TrackingEvents", "Tracking"])
            .filter { $0.attribute("event") == "creativeView" }.compactMap(\.address)
    }
}

extension VASTVerification {
    fileprivate init(_ element: MarkupElement) {
        vendor = element.attribute("vendor")
        resources = ["JavaScriptResource", "ExecutableResource", "FlashResource"]
            .flatMap { element.addresses($0) }
        notExecuted = element.all(["TrackingEvents", "Tracking"])
            .filter { $0.attribute("event") == "verificationNotExecuted" }.compactMap(\.address)
    }
}

extension MarkupElement {
    /// Its text as an address; `nil` if it is empty, or `about:blank`, which means none.
    var address: String? {
        let text = text.trimmed
        return text.isEmpty || text.lowercased() == "about:blank" ? nil : text
    }

    fileprivate func addresses(_ name: String) -> [String] { all(name).compactMap(\.address) }

    /// The id of a `UniversalAdId` with its registry: an attribute, or the text since VAST 4.1.
    fileprivate var universalID: String? {
        guard let id = attribute("idValue") ?? (text.trimmed.isEmpty ? nil : text.trimmed),
            id.lowercased() != "unknown"
        else { return nil }
        return "\(attribute("idRegistry") ?? "unknown") \(id)"
    }

    /// The value of an attribute that is `true` or `false`, or as numbers; `nil` for any other.
    func flag(_ name: String) -> Bool? {
        switch attribute(name)?.lowercased() {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }
}
