import MediaTime
import PlainText

extension ScheduleReading {
    /// Reads a break in the format of Uplynk or of the published samples.
    ///
    /// `offset` is the start if the break has none itself. `placeholders` are the known placeholder
    /// ranges by ad index.
    mutating func readBreak(
        _ node: JSONNode, number: Int, offset: JSONNode? = nil,
        placeholders: [Int: FrameRange] = [:]
    ) {
        let name = "break \(number)"
        guard node.members != nil else { return remarks.add("\(name): is not an object; left out") }
        guard let start = start(of: node, or: offset, name: name) else { return }
        var draft = DraftBreak(
            name: name, id: node.first("breakId", "id")?.text, offset: start,
            position: position(of: node, name: name))
        draft.tracking = Self.tracking(in: node["events"])
        draft.duration = duration(of: node, name: name)
        for (index, entry) in (node["ads"]?.elements ?? []).enumerated() {
            guard var ad = readAd(entry, name: "\(name), ad \(index + 1)") else { continue }
            ad.placed = placeholders[index]
            draft.ads.append(ad)
        }
        addCard(of: node, to: &draft)
        add(draft)
    }

    private mutating func start(
        of node: JSONNode, or offset: JSONNode?, name: String
    ) -> AdSchedule.Offset? {
        let scales = [
            (node["timeOffsetMs"], 0.001),
            (node.first("timeOffset", "timeOffsetSeconds", "ts") ?? offset, 1),
        ]
        guard let (value, scale) = scales.first(where: { $0.0 != nil }), let value else {
            remarks.add("\(name): has no start; left out")
            return nil
        }
        if let frames = Self.frames(value, scale: scale) { return start(frames, of: name) }
        if let text = value.text, let offset = VMAPOffset.read(text) { return offset }
        remarks.add("\(name): its start is not a stream time; left out")
        return nil
    }

    /// Converts a number in units of `scale` seconds, or a time as text, to frames.
    private static func frames(_ value: JSONNode, scale: Double) -> Int64? {
        if let number = value.double { return ClockTime.frames(seconds: number * scale) }
        return value.text.flatMap { ClockTime.frames($0) }
    }

    private mutating func duration(of node: JSONNode, name: String) -> Int? {
        let scales = [
            (node["durationMs"], 0.001), (node.first("duration", "durationSeconds"), 1),
        ]
        guard let (value, scale) = scales.first(where: { $0.0 != nil }), let value else {
            return nil
        }
        let frames = Self.frames(value, scale: scale)
        return length(frames, of: name, from: value.text ?? "…")
    }

    private mutating func position(of node: JSONNode, name: String) -> AdSchedule.Position? {
        let position = node["position"]?.text.flatMap {
            AdSchedule.Position(rawValue: $0.trimmed.lowercased())
        }
        if let text = node["position"]?.text, position == nil {
            remarks.add("\(name): its position \"\(text.printable)\" is unknown")
        }
        // A nonlinear break takes no stream time, whatever its position.
        let isOther = node["type"]?.text?.lowercased() == "nonlinear"
        return isOther && position != .pause ? .overlay : position
    }

    private mutating func readAd(_ node: JSONNode, name: String) -> DraftBreak.DraftAd? {
        guard node.members != nil else {
            remarks.add("\(name): is not an object; left out")
            return nil
        }
        var draft = DraftBreak.DraftAd()
        draft.duration = duration(of: node, name: name)
        draft.ad.id = node.first("id", "adId")?.text
        draft.ad.apiFramework = node.first("apiFramework", "api_framework")?.text
        draft.ad.system = node.first("system", "adSystem", "ad_system")?.text
        draft.ad.creative = node.first("creative", "creativeUrl", "url")?.text
        draft.ad.mimeType = node.first("mimeType", "mime_type")?.text
        draft.ad.tracking = Self.tracking(in: node["events"])
        let companions = (node["companions"]?.elements ?? []).filter {
            $0["apiFramework"]?.text?.lowercased() == "truex"
        }
        var sources: [TruexSource] = companions.compactMap { companion in
            companion.first("creative", "adParameters")?.text.map { .companion($0) }
        }
        if let parameters = node.first("adParameters", "ad_parameters") {
            sources.append(.parameters(parameters))
        }
        let addresses = ["vastUrl", "vast_url", "vast_config_url", "vastConfigUrl", "url"]
        for case let address? in addresses.map({ node[$0]?.text }) {
            sources.append(.address(address))
        }
        TruexDetection.complete(&draft.ad, from: sources, name: name, remarks: &remarks)
        return draft
    }

    /// The addresses in Uplynk's `events`, by VAST event name.
    private static func tracking(in events: JSONNode?) -> [String: [String]] {
        let names = [
            "impressions": "impression", "starts": "start", "firstquartiles": "firstQuartile",
            "midpoints": "midpoint", "thirdquartiles": "thirdQuartile", "completes": "complete",
            "clickthroughs": "clickThrough", "clicktrackings": "clickTracking",
        ]
        var tracking: [String: [String]] = [:]
        // Two keys may stand for one event, so their order counts.
        for (key, value) in (events?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
            for case let address? in (value.elements ?? [value]).map(\.text) {
                add(address, for: names[key.lowercased()] ?? key, to: &tracking)
            }
        }
        return tracking
    }

    /// Adds the choice card and the ads' length of a break that has them outside its list of ads.
    ///
    /// The published samples for browsers and Roku do this with `vastUrl`, `cardDuration` and
    /// `videoAdDuration`. The card comes first; if it has a duration, it is part of the stream.
    private mutating func addCard(of node: JSONNode, to draft: inout DraftBreak) {
        if let address = node.first("vastUrl", "vast_url", "vast_config_url")?.text {
            var card = DraftBreak.DraftAd()
            card.ad.apiFramework = "truex"
            card.duration = node["cardDuration"].flatMap { Self.frames($0, scale: 1) }.map {
                Int(max(0, $0))
            }
            TruexDetection.complete(
                &card.ad, from: [.address(address)], name: draft.name, remarks: &remarks)
            if card.ad.kind == .truex, card.duration ?? 0 > 0 { card.ad.kind = .truexCard }
            draft.ads.insert(card, at: 0)
        }
        if let value = node["videoAdDuration"] {
            let frames = Self.frames(value, scale: 1)
            let length = length(frames, of: draft.name, from: value.text ?? "…")
            draft.ads.append(DraftBreak.DraftAd(duration: length))
        }
    }
}
