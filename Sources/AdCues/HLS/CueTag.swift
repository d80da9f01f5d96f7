import HLSPlaylists
import MediaTime

/// What one tag of an ad marker says, in any of the dialects that packagers write.
struct CueTag: Hashable {
    var kind: Cue.Kind?
    var id: String?
    var source: Cue.Source
    var fields: [String: String]
    /// Whether its type is that of a single ad.
    var isOneAd = false
    /// The SCTE-35 section in it, if it can be read.
    var section: SpliceInfoSection?

    /// `nil` if `tag` is no ad marker.
    init?(_ tag: OtherTag) {
        let attributes = AttributeList(parsing: tag.value)
        source = .hls
        fields = [:]
        for entry in attributes.entries { fields[entry.name] = entry.value }
        id = attributes[anyCase: "ID"]
        switch tag.name {
        case "EXT-X-CUE-OUT":
            kind = .out(duration: Self.seconds(attributes, "DURATION") ?? Self.seconds(tag.value))
        case "EXT-X-CUE-OUT-CONT":
            kind = Self.continuation(tag.value, attributes)
        case "EXT-X-CUE-IN":
            kind = .in
        case "EXT-X-CUE", "EXT-X-CUE-CONT":
            guard let kind = Self.adobeKind(tag.name, attributes) else { return nil }
            self.kind = kind
        case "EXT-OATCLS-SCTE35":
            source = .scte35
            fields = ["SCTE35": tag.value]
        case "EXT-X-SCTE35":
            source = .scte35
            kind = Self.spliceKind(attributes)
            isOneAd = Self.spliceType(attributes).map(SegmentationDescriptor.isOfOneAd) ?? false
        default:
            return nil
        }
        section = (fields["SCTE35"] ?? fields["CUE"]).flatMap(Self.section)
    }

    private static func seconds(_ attributes: AttributeList, _ name: String) -> Duration? {
        attributes[anyCase: name].flatMap(seconds)
    }

    private static func seconds(_ text: some StringProtocol) -> Duration? {
        let digits = String(text.filter { !$0.isWhitespace && $0 != "\"" })
        return Duration(decimalSeconds: digits, within: .length)
    }

    /// `8.308/30`, `8.308`, or `ElapsedTime=8.308,Duration=30`.
    private static func continuation(_ text: String, _ attributes: AttributeList) -> Cue.Kind {
        guard attributes.entries.isEmpty else {
            return .continue(
                elapsed: seconds(attributes, "ElapsedTime") ?? seconds(attributes, "ELAPSED"),
                duration: seconds(attributes, "DURATION"))
        }
        let parts = text.split(separator: "/", maxSplits: 1)
        return .continue(
            elapsed: parts.first.flatMap { seconds($0) },
            duration: parts.count == 2 ? seconds(parts[1]) : nil)
    }

    /// Adobe's `EXT-X-CUE:TYPE=SpliceOut` and `EXT-X-CUE-CONT`. Its `TIME` counts on the clock of
    /// the media, which the playlist does not have, so the tag's place counts.
    private static func adobeKind(_ name: String, _ attributes: AttributeList) -> Cue.Kind? {
        let duration = seconds(attributes, "DURATION")
        guard name == "EXT-X-CUE" else {
            return .continue(elapsed: seconds(attributes, "AVAIL-DUR-ELAPSED"), duration: duration)
        }
        switch attributes[anyCase: "TYPE"]?.lowercased() {
        case "spliceout": return .out(duration: duration)
        case "splicein": return .in
        default: return nil
        }
    }

    /// `EXT-X-SCTE35` (ANSI/SCTE 35, section 12.2): by its attributes, else by the type of its
    /// segmentation. `nil` if only its section can say.
    private static func spliceKind(_ attributes: AttributeList) -> Cue.Kind? {
        let duration = seconds(attributes, "DURATION")
        let elapsed = seconds(attributes, "ELAPSED")
        switch attributes[anyCase: "CUE-OUT"]?.uppercased() {
        case "YES": return .out(duration: duration)
        case "CONT": return .continue(elapsed: elapsed, duration: duration)
        default: break
        }
        if attributes[anyCase: "CUE-IN"]?.uppercased() == "YES" { return .in }
        guard let type = spliceType(attributes) else { return nil }
        if SegmentationDescriptor.endsOfBreaks.contains(type) { return .in }
        guard SegmentationDescriptor.startsOfBreaks.contains(type) else { return nil }
        guard let elapsed, elapsed > .zero else { return .out(duration: duration) }
        return .continue(elapsed: elapsed, duration: duration)
    }

    /// The type of its segmentation; `nil` if it names none.
    private static func spliceType(_ attributes: AttributeList) -> UInt8? {
        attributes[anyCase: "TYPE"]?.after("0x").flatMap { UInt8($0, radix: 16) }
    }

    /// The section written as `text`; `nil` if it is damaged or none.
    private static func section(_ text: String) -> SpliceInfoSection? {
        guard let bytes = SpliceInfoSection.bytes(in: text) else { return nil }
        // A damaged section says nothing; the tag may still say enough.
        return try? SpliceInfoSection(parsing: bytes)
    }
}
