import PlainText

extension NowPlayingFeed {
    /// The properties of each event of a feed, by name, without white space around them. Properties
    /// without a value are left out.
    static func fields(
        in document: some Sequence<UInt8>
    ) throws(NowPlayingError.Reason) -> [[String: String]] {
        let bytes = Array(document.prefix(maximumByteCount + 1))
        guard bytes.count <= maximumByteCount else {
            throw .tooLarge(maximumByteCount: maximumByteCount)
        }
        let text = DocumentText(bytes).text
        do throws(AdScheduleError.Reason) {
            switch text.first {
            case "<":
                let root = try MarkupReader.root(of: text)
                if let found = fields(in: root) { return found }
            case "{", "[":
                var found: [[String: String]] = []
                let node = try JSONNode(parsing: text)
                collect(from: node, into: &found)
                // A station that plays nothing has an empty list.
                if !found.isEmpty || node.elements?.isEmpty == true { return found }
            case nil: throw .empty
            default: throw .unknownFormat
            }
        } catch {
            throw .unreadable(error)
        }
        throw .otherDocument
    }

    /// `nil` if the document is no feed.
    private static func fields(in root: MarkupElement) -> [[String: String]]? {
        let infos: [MarkupElement]
        if root.isNamed("nowplaying-info-list") {
            infos = root.all("nowplaying-info")
        } else if root.isNamed("nowplaying-info") {
            infos = [root]
        } else {
            return nil
        }
        return infos.map { info in
            var fields: [String: String] = [:]
            for name in ["type", "timestamp"] {
                if let value = info.attribute(name) { fields[name] = value }
            }
            for property in info.all("property") {
                guard let name = property.attribute("name") else { continue }
                add(property.text, named: name, to: &fields)
            }
            return fields
        }
    }

    /// Finds events at any depth. An event is an object with a `cue_time_start`, or with one in its
    /// `parameters`.
    private static func collect(from node: JSONNode, into found: inout [[String: String]]) {
        if let elements = node.elements {
            for element in elements { collect(from: element, into: &found) }
            return
        }
        guard let members = node.members else { return }
        var fields = scalars(of: node)
        if let parameters = node["parameters"] {
            fields.merge(scalars(of: parameters)) { $1 }
            // There it says how long the player is connected, and the message's own type.
            fields["timestamp"] = nil
            fields["type"] = nil
        }
        for property in node["property"]?.elements ?? [] {
            guard let name = property["name"]?.text, let value = property["value"]?.text else {
                continue
            }
            add(value, named: name, to: &fields)
        }
        if fields["cue_time_start"] != nil {
            found.append(fields)
            return
        }
        for (_, member) in members.sorted(by: { $0.key < $1.key }) {
            collect(from: member, into: &found)
        }
    }

    private static func scalars(of node: JSONNode) -> [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in node.members ?? [:] {
            if let text = value.text { add(text, named: name, to: &fields) }
        }
        return fields
    }

    private static func add(_ value: String, named name: String, to fields: inout [String: String])
    {
        let value = value.trimmed
        if !value.isEmpty { fields[name] = value }
    }
}
