/// Reads a multivariant playlist, line by line.
struct MultivariantReader {
    /// The tags that only such a playlist has.
    static let ownTags: Set<String> = [
        "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-MEDIA", "EXT-X-SESSION-DATA",
        "EXT-X-SESSION-KEY", "EXT-X-CONTENT-STEERING",
    ]

    private var tags: TagReader
    private var playlist = MultivariantPlaylist()
    /// The attributes of the variant whose address comes next.
    private var pending: AttributeList?

    init(_ surroundings: HLSPlaylist.Surroundings) {
        tags = TagReader(surroundings)
    }

    mutating func read(_ line: PlaylistLine) throws(HLSPlaylistError) {
        switch line.content {
        case .uri(let text):
            // An address without a tag belongs to no variant.
            guard let attributes = pending else { return }
            pending = nil
            let uri = try tags.variables.replaced(in: text, at: line.number)
            playlist.variants.append(Variant(uri, attributes))
        case .tag(let name, let value):
            if try tags.read(name, value, at: line.number) { return }
            guard Self.ownTags.contains(name) else { return }
            try read(name, value, at: line.number)
        }
    }

    func finished() -> MultivariantPlaylist {
        var playlist = playlist
        playlist.version = tags.version
        playlist.hasIndependentSegments = tags.hasIndependentSegments
        playlist.start = tags.start
        playlist.variables = tags.variables.values
        return playlist
    }

    private mutating func read(
        _ name: String, _ value: String, at line: Int
    ) throws(HLSPlaylistError) {
        let count =
            playlist.variants.count + playlist.iFrameVariants.count + playlist.renditions.count
            + playlist.sessionData.count + playlist.sessionKeys.count
        guard count < HLSLimits.variantCount else {
            throw .tooMany("variants and renditions", HLSLimits.variantCount, at: line)
        }
        let attributes = try tags.attributes(value, at: line)
        switch name {
        case "EXT-X-STREAM-INF": pending = attributes
        case "EXT-X-I-FRAME-STREAM-INF":
            guard let uri = attributes["URI"] else {
                throw .unusable(name, "URI", "the address of a playlist", at: line)
            }
            playlist.iFrameVariants.append(Variant(uri, attributes))
        case "EXT-X-MEDIA":
            guard let type = attributes["TYPE"], let group = attributes["GROUP-ID"],
                let title = attributes["NAME"]
            else { throw .unusable(name, nil, "TYPE, GROUP-ID and NAME", at: line) }
            playlist.renditions.append(
                Rendition(
                    type: type, group: group, name: title, language: attributes["LANGUAGE"],
                    uri: attributes["URI"], isDefault: attributes.isYes("DEFAULT"),
                    isAutoselected: attributes.isYes("AUTOSELECT"), attributes: attributes))
        case "EXT-X-SESSION-DATA": playlist.sessionData.append(attributes)
        case "EXT-X-SESSION-KEY":
            if let key = try tags.key(name, value, at: line) { playlist.sessionKeys.append(key) }
        default: playlist.contentSteering = attributes
        }
    }
}

extension Variant {
    fileprivate init(_ uri: String, _ attributes: AttributeList) {
        self.init(
            uri: uri, bandwidth: attributes.count("BANDWIDTH"),
            averageBandwidth: attributes.count("AVERAGE-BANDWIDTH"), codecs: attributes["CODECS"],
            audioGroup: attributes["AUDIO"], attributes: attributes)
    }
}
