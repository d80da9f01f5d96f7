import MediaTime
import PlainText

extension ScheduleReading {
    mutating func readMarkup(_ root: MarkupElement) throws(AdScheduleError.Reason) {
        switch root.name.lowercased() {
        case "vast", "daast":
            form = .vast
            var draft = DraftBreak(name: "the pod", id: nil, offset: .at(.zero))
            readPod(root, into: &draft)
            if draft.ads.isEmpty { return remarks.add("the response has no ad") }
            add(draft)
        case "vmap":
            form = .vmap
            for (index, one) in root.all("AdBreak").enumerated() {
                readVMAPBreak(one, name: "break \(index + 1)")
            }
            if root.all("AdBreak").isEmpty { remarks.add("the document has no break") }
        case "notvmap":
            form = .list
            for (index, one) in root.all("adbreak").enumerated() {
                readPlainBreak(one, name: "break \(index + 1)")
            }
        default:
            throw .unknownRoot(root.name)
        }
    }

    private mutating func readVMAPBreak(_ element: MarkupElement, name: String) {
        guard let text = element.attribute("timeOffset") else {
            return remarks.add("\(name): has no start; left out")
        }
        guard let offset = VMAPOffset.read(text) else {
            return remarks.add(
                "\(name): its timeOffset \"\(text.printable)\" is not a VMAP offset; left out")
        }
        var draft = DraftBreak(name: name, id: element.attribute("breakId"), offset: offset)
        let types = element.attribute("breakType")?.lowercased().split(separator: ",")
        if let types, !types.contains(where: { $0.trimmed == "linear" }) {
            draft.position = .overlay
        }
        for tracking in element.all(["TrackingEvents", "Tracking"]) {
            guard let event = tracking.attribute("event") else { continue }
            Self.add(tracking.text, for: event, to: &draft.tracking)
        }
        for source in element.all("AdSource") { readSource(source, into: &draft) }
        add(draft)
    }

    /// Reads the ads of a VMAP source, and adds a remark for those elsewhere.
    private mutating func readSource(_ source: MarkupElement, into draft: inout DraftBreak) {
        let kinds = ["VASTAdData", "VASTData", "AdTagURI", "CustomAdData"]
        let present = kinds.compactMap { source.first($0) }
        guard let content = present.first else {
            return remarks.add("\(draft.name): its source is empty")
        }
        switch content.name.lowercased() {
        case "adtaguri":
            remarks.add(
                "\(draft.name): its ads are at \(content.text.trimmed.printable), "
                    + "which are not fetched")
        case "customaddata":
            remarks.add("\(draft.name): its ads are in a proprietary format")
        default:
            let pods = content.children.filter { $0.isNamed("VAST") || $0.isNamed("DAAST") }
            for pod in pods { readPod(pod, into: &draft) }
        }
    }

    /// Reads a break of the list format used by the published iOS sample.
    private mutating func readPlainBreak(_ element: MarkupElement, name: String) {
        guard let text = element.value("timeOffset"), let start = ClockTime.frames(text) else {
            return remarks.add("\(name): has no start; left out")
        }
        var draft = DraftBreak(
            name: name, id: element.value("id"), offset: self.start(start, of: name))
        draft.duration = element.value("duration").flatMap {
            length(ClockTime.frames($0), of: name, from: $0)
        }
        for (index, entry) in element.all("ad").enumerated() {
            let adName = "\(name), ad \(index + 1)"
            var ad = DraftBreak.DraftAd()
            ad.duration = entry.value("duration").flatMap {
                length(ClockTime.frames($0), of: adName, from: $0)
            }
            ad.ad.id = entry.value("id")
            ad.ad.system = entry.value("system")
            let address = entry.value("url") ?? (entry.text.trimmed.isEmpty ? nil : entry.text)
            ad.ad.creative = address?.trimmed
            TruexDetection.complete(
                &ad.ad, from: address.map { [.address($0)] } ?? [], name: adName,
                remarks: &remarks)
            draft.ads.append(ad)
        }
        add(draft)
    }
}
