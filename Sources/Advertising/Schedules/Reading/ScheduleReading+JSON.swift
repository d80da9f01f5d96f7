import MediaTime

extension ScheduleReading {
    mutating func readJSON(_ root: JSONNode) throws(AdScheduleError.Reason) {
        if root["next_time"] != nil, root["playURL"] == nil {
            readPing(root)
        } else if root.members?["ads"] != nil || root["playURL"] != nil {
            form = .uplynkPreplay
            readSession(root)
            if let ads = root["ads"] {
                readUplynk(ads)
            } else {
                remarks.add("the response has no ads")
            }
        } else if let list = Self.list(in: root) {
            form = .list
            for (index, entry) in list.enumerated() { readBreak(entry, number: index + 1) }
        } else if let words = root["error"]?.text {
            throw .refused(words)
        } else {
            throw .unknownKeys((root.members?.keys).map { Array($0.sorted().prefix(5)) } ?? [])
        }
    }

    /// The breaks of a plain list, under any key that the published samples use.
    private static func list(in root: JSONNode) -> [JSONNode]? {
        let names = ["vmap", "adBreaks", "ad_breaks", "breaks", "manual_ad_breaks"]
        for name in names {
            if let list = root[name]?.elements { return list }
        }
        if let one = root.first("manual_ad_break", "adBreak"), one.members != nil { return [one] }
        if hasOffset(root) { return [root] }
        guard let list = root.elements, list.isEmpty || list.contains(where: hasOffset) else {
            return nil
        }
        return list
    }

    private static func hasOffset(_ node: JSONNode) -> Bool {
        node.first("timeOffset", "timeOffsetMs", "timeOffsetSeconds", "ts") != nil
    }

    mutating func readPing(_ root: JSONNode) {
        form = .uplynkPing
        serverError = root["error"]?.text
        if let words = serverError { remarks.add("the server says \"\(words.printable)\"") }
        if let seconds = root["next_time"]?.double, seconds >= 0 {
            nextPing = ClockTime.frames(seconds: seconds).map { FrameTime($0) }
        }
        if let ads = root["ads"] { readUplynk(ads) }
    }

    private mutating func readSession(_ root: JSONNode) {
        guard let id = root["sid"]?.text, let prefix = root["prefix"]?.text, !id.isEmpty else {
            return
        }
        // The name becomes part of an address.
        let isName = id.utf8.allSatisfy {
            $0 > 32 && $0 < 127 && !"/?#%\"<>\\".utf8.contains($0)
        }
        let lower = prefix.lowercased()
        guard isName, lower.hasPrefix("http://") || lower.hasPrefix("https://") else {
            remarks.add("the session has no address for further breaks")
            return
        }
        session = UplynkSession(
            playURL: root["playURL"]?.text, id: id,
            prefix: prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix)
    }
}
