import MediaTime

extension ScheduleReading {
    /// Reads the value of `ads` in an Uplynk response: an object, or a list for live streams.
    mutating func readUplynk(_ ads: JSONNode) {
        if let list = ads.elements {
            for (index, entry) in list.enumerated() { readBreak(entry, number: index + 1) }
            return
        }
        guard ads.members != nil else {
            return remarks.add("\"ads\" has neither breaks nor a list")
        }
        let breaks = ads["breaks"]?.elements ?? []
        if ads["breaks"] != nil, ads["breaks"]?.elements == nil {
            remarks.add("\"ads.breaks\" is not a list")
        }
        let offsets = Self.offsets(in: ads)
        let placeholders = Self.placeholders(in: ads)
        for (index, entry) in breaks.enumerated() {
            readBreak(
                entry, number: index + 1, offset: offsets[index],
                placeholders: placeholders[index] ?? [:])
        }
        for index in placeholders.keys.sorted() where !breaks.indices.contains(index) {
            remarks.add("a placeholder belongs to break \(index + 1), which does not exist")
        }
    }

    /// The break starts in `breakOffsets`, by break index.
    private static func offsets(in ads: JSONNode) -> [Int: JSONNode] {
        var offsets: [Int: JSONNode] = [:]
        for entry in ads["breakOffsets"]?.elements ?? [] {
            if let index = entry["index"]?.index { offsets[index] = entry["timeOffset"] }
        }
        return offsets
    }

    /// The placeholder ranges in `placeholderOffsets`, by break index and ad index.
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
