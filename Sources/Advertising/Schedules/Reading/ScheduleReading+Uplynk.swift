import MediaTime

extension ScheduleReading {
    /// Reads what an answer of Uplynk has under `ads`: an object, or for live streams a list.
    mutating func readUplynk(_ ads: JSONNode) {
        if let list = ads.elements {
            for (index, entry) in list.enumerated() { readBreak(entry, number: index + 1) }
            return
        }
        guard ads.members != nil else {
            return remarks.add("\"ads\" holds neither breaks nor a list")
        }
        let breaks = ads["breaks"]?.elements ?? []
        if ads["breaks"] != nil, ads["breaks"]?.elements == nil {
            remarks.add("\"ads.breaks\" is no list")
        }
        let offsets = Self.offsets(in: ads)
        let placeholders = Self.placeholders(in: ads)
        for (index, entry) in breaks.enumerated() {
            readBreak(
                entry, number: index + 1, offset: offsets[index],
                placeholders: placeholders[index] ?? [:])
        }
        for index in placeholders.keys.sorted() where !breaks.indices.contains(index) {
            remarks.add("a placeholder belongs to break \(index + 1), which is not there")
        }
    }

    /// The beginnings of breaks, in `breakOffsets`, by the breaks' indices.
    private static func offsets(in ads: JSONNode) -> [Int: JSONNode] {
        var offsets: [Int: JSONNode] = [:]
        for entry in ads["breakOffsets"]?.elements ?? [] {
            if let index = entry["index"]?.index { offsets[index] = entry["timeOffset"] }
        }
        return offsets
    }

    /// Where placeholders stand, in `placeholderOffsets`, by the indices of break and ad.
    private static func placeholders(in ads: JSONNode) -> [Int: [Int: FrameRange]] {
        var placeholders: [Int: [Int: FrameRange]] = [:]
        for entry in ads["placeholderOffsets"]?.elements ?? [] {
            guard let index = entry.first("breaksIndex", "breakIndex")?.index,
                let adIndex = entry.first("adsIndex", "adIndex")?.index,
                let start = entry["startTime"]?.double.flatMap(ClockTime.frames(seconds:)),
                let end = entry["endTime"]?.double.flatMap(ClockTime.frames(seconds:)),
                end >= start
            else { continue }
            placeholders[index, default: [:]][adIndex] = FrameRange(
                FrameTime(start), FrameTime(end))
        }
        return placeholders
    }
}
