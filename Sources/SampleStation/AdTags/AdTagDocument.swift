import Advertising
import HTTPServing
import MediaTime

/// An answer of the station's ad server, with beacons to its log.
struct AdTagDocument: Sendable {
    /// The address by which the player reached the station.
    var base: String
    /// The number of the request, which the beacons name.
    var call: Int
    var request: AdTagRequest
    /// The spots of the station.
    var spots: [Advertisement]
    /// Where the wrapper leads to, if not to the answer with one wrapper less.
    var ownPath: String?

    var root: MarkupNode {
        let form = request.form
        let attributes = [("version", form.version)]
        if request.wrapperCount > 0 {
            return .element(form.dialect.rawValue, attributes: attributes, [wrapper])
        }
        let ads = chosenSpots.enumerated().map { inline($1, number: $0 + 1) }
        // VAST 3.0 and later tell a server which has no ad.
        let errors = ads.isEmpty && form.isVAST(from: 3, 0) ? [errorBeacon(ad: nil)] : []
        return .element(form.dialect.rawValue, attributes: attributes, errors + ads)
    }

    private var chosenSpots: [Advertisement] {
        guard !spots.isEmpty else { return [] }
        return (0..<request.adCount).map { spots[(max(1, request.first) - 1 + $0) % spots.count] }
    }

    // MARK: - Ads

    private func inline(_ spot: Advertisement, number: Int) -> MarkupNode {
        let form = request.form
        let id = "\(spot.adID ?? .number(number))"
        var content: [MarkupNode] = [.element("AdSystem", .text("Lighthouse Radio"))]
        if !form.isVAST(from: 4, 0) { content.append(.element("AdTitle", .text(spot.title))) }
        content += [errorBeacon(ad: id), beacon("impression", ad: id, in: "Impression")]
        if form.isVAST(from: 4, 1) {
            content.append(.element("AdServingId", .text("lighthouse-\(call)-\(number)")))
        }
        if form.isVAST(from: 4, 0) { content.append(.element("AdTitle", .text(spot.title))) }
        content.append(.element("Creatives", attributes: [], creatives(of: spot, id)))
        return ad(
            id, sequence: request.adCount > 1 ? number : nil,
            .element("InLine", attributes: [], content))
    }

    /// An ad that another answer has: the one of this request without its first wrapper.
    private var wrapper: MarkupNode {
        let rest = request.wrapperCount - 1
        let id = "wrapper-\(request.wrapperCount)"
        var query = "version=\(request.form.version)&ads=\(request.adCount)&first=\(request.first)"
        query += "&wrappers=\(rest)&call=\(call)"
        if let offset = request.skipOffset { query += "&skip=\(offset)" }
        let name = request.form.dialect == .vast ? "VASTAdTagURI" : "DAASTAdTagURI"
        let path = AdTagRoutes.path(of: request.form.dialect)
        let linear = MarkupNode.element("Linear", events(of: id, level: request.wrapperCount))
        var attributes: [(String, String)] = []
        if request.form.isVAST(from: 3, 0) { attributes = [("allowMultipleAds", "true")] }
        let level = request.wrapperCount
        let content: [MarkupNode] = [
            .element("AdSystem", .text("Lighthouse Radio")),
            .element(name, .data(base + (ownPath ?? "\(path)?\(query)"))),
            errorBeacon(ad: id, level: level),
            beacon("impression", ad: id, level: level, in: "Impression"),
            .element("Creatives", .element("Creative", linear)),
        ]
        return ad(id, sequence: nil, .element("Wrapper", attributes: attributes, content))
    }

    private func ad(_ id: String, sequence: Int?, _ content: MarkupNode) -> MarkupNode {
        var attributes = [("id", id)]
        if let sequence { attributes.append(("sequence", "\(sequence)")) }
        if request.form.isVAST(from: 4, 1) { attributes.append(("adType", "audio")) }
        return .element("Ad", attributes: attributes, [content])
    }

    // MARK: - Creatives

    private func creatives(of spot: Advertisement, _ id: String) -> [MarkupNode] {
        let form = request.form
        var linear: [MarkupNode] = []
        if let duration = spot.duration {
            linear.append(.element("Duration", .text(FrameTime(duration).clockTime)))
        }
        linear.append(events(of: id, level: 0))
        if let target = spot.bannerTargetURL {
            linear.append(
                .element(
                    form.dialect == .vast ? "VideoClicks" : "AdInteractions",
                    .element("ClickThrough", .data(target)),
                    beacon("click", ad: id, in: "ClickTracking")))
        }
        var attributes = [
            ("delivery", "progressive"), ("type", ContentType.forFile(named: spot.audioFileURL)),
        ]
        if form.dialect == .vast { attributes += [("width", "0"), ("height", "0")] }
        linear.append(
            .element(
                "MediaFiles",
                .element(
                    "MediaFile", attributes: attributes, [.data("\(base)/\(spot.audioFileURL)")])))
        var skip: [(String, String)] = []
        if let offset = request.skipOffset, form.isVAST(from: 3, 0) || form.dialect == .daast {
            skip = [("skipoffset", FrameTime(.seconds(offset)).clockTime)]
        }
        var content: [MarkupNode] = []
        if form.isVAST(from: 4, 0) {
            content.append(
                .element(
                    "UniversalAdId",
                    attributes: form.isVAST(from: 4, 1)
                        ? [("idRegistry", "lighthouse.example")]
                        : [("idRegistry", "lighthouse.example"), ("idValue", id)],
                    [.text(id)]))
        }
        content.append(.element("Linear", attributes: skip, linear))
        return [.element("Creative", attributes: [("id", id)], content), companion(of: spot, id)]
            .compactMap(\.self)
    }

    /// The banner of a spot, if it has one.
    private func companion(of spot: Advertisement, _ id: String) -> MarkupNode? {
        guard let banner = spot.bannerFileURL else { return nil }
        let resource = MarkupNode.element(
            "StaticResource", attributes: [("creativeType", ContentType.forFile(named: banner))],
            [.data("\(base)/\(banner)")])
        let viewed = MarkupNode.element(
            "TrackingEvents", tracking("creativeView", ad: "\(id)-companion", level: 0))
        return .element(
            "Creative",
            .element(
                "CompanionAds",
                .element(
                    "Companion", attributes: [("width", "300"), ("height", "250")],
                    [resource, viewed])))
    }

    // MARK: - Beacons

    /// The events of VAST 2.0 that an audio player can tell; later versions have more.
    private static let common = [
        "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute",
        "unmute", "pause", "resume",
    ]

    private func events(of id: String, level: Int) -> MarkupNode {
        let form = request.form
        var names = Self.common
        if form.isVAST(from: 3, 0) || form.dialect == .daast { names += ["rewind", "skip"] }
        if form.isVAST(from: 4, 1) { names += ["loaded", "notUsed"] }
        var nodes = names.map { tracking($0, ad: id, level: level) }
        if form.isVAST(from: 3, 0) || form.dialect == .daast {
            nodes.append(tracking("progress", ad: id, level: level, offset: "00:00:05"))
        }
        return .element("TrackingEvents", attributes: [], nodes)
    }

    private func tracking(
        _ event: String, ad: String, level: Int, offset: String? = nil
    ) -> MarkupNode {
        var attributes = [("event", event)]
        if let offset { attributes.append(("offset", offset)) }
        return .element(
            "Tracking", attributes: attributes, [.data(address(event, ad: ad, level: level))])
    }

    private func beacon(
        _ event: String, ad: String, level: Int = 0, in name: String
    ) -> MarkupNode {
        .element(name, .data(address(event, ad: ad, level: level)))
    }

    private func errorBeacon(ad: String?, level: Int = 0) -> MarkupNode {
        .element("Error", .data(address("error", ad: ad ?? "none", level: level)))
    }

    private func address(_ event: String, ad: String, level: Int) -> String {
        var address = "\(base)\(AdTagRoutes.beaconPath)?event=\(event)&ad=\(ad)&call=\(call)"
        address += "&level=\(level)&time=[TIMESTAMP]&random=[CACHEBUSTING]"
        if event == "error" { address += "&code=[ERRORCODE]" }
        return address
    }
}
