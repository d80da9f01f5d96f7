import MediaTime
import PlainText

extension ScheduleReading {
    /// Adds the ads of a VAST response to `draft`, by sequence number.
    ///
    /// Ads without a number come last. Elements that a schedule does not need are ignored.
    mutating func readPod(_ root: MarkupElement, into draft: inout DraftBreak) {
        for error in root.all("Error") {
            Self.add(error.text, for: "error", to: &draft.tracking)
        }
        let numbered = root.all("Ad").enumerated().map { index, ad in
            (ad, ad.attribute("sequence").flatMap { Int($0) } ?? .max, index)
        }
        let sorted = numbered.sorted { ($0.1, $0.2) < ($1.1, $1.2) }
        for (index, (ad, _, _)) in sorted.enumerated() {
            let name = "\(draft.name), ad \(index + 1)"
            if let inline = ad.first("InLine") {
                draft.ads.append(readInLine(inline, id: ad.attribute("id"), name: name))
            } else if let wrapper = ad.first("Wrapper") {
                let target = wrapper.content("VASTAdTagURI") ?? wrapper.content("DAASTAdTagURI")
                remarks.add(
                    "\(name): is a wrapper of \((target ?? "nothing").printable), "
                        + "which is not supported; left out")
            } else {
                remarks.add("\(name): has no ad; left out")
            }
        }
    }

    private mutating func readInLine(
        _ inline: MarkupElement, id: String?, name: String
    ) -> DraftBreak.DraftAd {
        var draft = DraftBreak.DraftAd()
        draft.ad.id = id
        draft.ad.system = inline.content("AdSystem")
        for impression in inline.all("Impression") {
            Self.add(impression.text, for: "impression", to: &draft.ad.tracking)
        }
        let creatives = inline.all(["Creatives", "Creative"])
        for creative in creatives {
            guard let linear = creative.first("Linear") else { continue }
            readLinear(linear, of: creative, into: &draft, name: name)
            break
        }
        if !creatives.contains(where: { $0.first("Linear") != nil }),
            creatives.contains(where: { !$0.all(["NonLinearAds", "NonLinear"]).isEmpty })
        {
            draft.ad.kind = .nonLinear
        }
        let companions = creatives.flatMap { $0.all(["CompanionAds", "Companion"]) }.filter {
            $0.attribute("apiFramework")?.lowercased() == "truex"
        }
        if !companions.isEmpty { draft.ad.apiFramework = "truex" }
        let sources =
            companions.map { TruexSource.companion($0.parameterText) }
            + creatives.compactMap { $0.first("Linear")?.adParameters }.map {
                .parameters(.string($0))
            } + (inline.content("Description").map { [.address($0)] } ?? [])
        TruexDetection.complete(&draft.ad, from: sources, name: name, remarks: &remarks)
        return draft
    }

    private mutating func readLinear(
        _ linear: MarkupElement, of creative: MarkupElement, into draft: inout DraftBreak.DraftAd,
        name: String
    ) {
        if let text = linear.content("Duration") {
            draft.duration = length(ClockTime.frames(text), of: name, from: text)
        } else {
            remarks.add("\(name): has no duration")
        }
        for tracking in linear.all(["TrackingEvents", "Tracking"]) {
            guard let event = tracking.attribute("event") else { continue }
            if event == "progress" {
                addProgress(tracking, to: &draft.ad)
            } else {
                Self.add(tracking.text, for: event, to: &draft.ad.tracking)
            }
        }
        let files = linear.all(["MediaFiles", "MediaFile"])
        let interactive = linear.all(["MediaFiles", "InteractiveCreativeFile"])
        let runnable = (interactive + files).first { $0.attribute("apiFramework") != nil }
        let file = runnable ?? files.first
        draft.ad.apiFramework =
            runnable?.attribute("apiFramework") ?? creative.attribute("apiFramework")
        draft.ad.creative = file.flatMap { $0.text.trimmed.isEmpty ? nil : $0.text.trimmed }
        draft.ad.mimeType = file?.attribute("type")
    }

    /// Without an offset, nobody knows when a progress event is due.
    private func addProgress(_ element: MarkupElement, to ad: inout AdSchedule.Ad) {
        guard let offset = element.attribute("offset").flatMap({ VASTOffset($0) }) else { return }
        var addresses: [String: [String]] = [:]
        Self.add(element.text, for: "progress", to: &addresses)
        ad.progress += (addresses["progress"] ?? []).map {
            AdTracking.Event(name: "progress", address: $0, offset: offset)
        }
    }
}

extension MarkupElement {
    /// The companion's resource, or else its parameters.
    fileprivate var parameterText: String {
        content("StaticResource") ?? adParameters ?? ""
    }

    /// The ad parameters without their XML encoding.
    fileprivate var adParameters: String? {
        guard let element = first("AdParameters"), !element.text.trimmed.isEmpty else { return nil }
        let text = element.text.trimmed
        // VAST 4.3, 3.8.1: the text is encoded once more than XML requires.
        guard element.attribute("xmlEncoded")?.lowercased() == "true" else { return text }
        let entities = [
            ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&lt;", "<"),
            ("&gt;", ">"), ("&amp;", "&"),
        ]
        return entities.reduce(text) { text, entity in text.replacing(entity.0, with: entity.1) }
    }
}
