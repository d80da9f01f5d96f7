import MediaTime

extension SegmentationDescriptor {
    /// The types whose start is the start of a break: the break itself and the opportunities to
    /// place ads before the single ads, which are inside them.
    static let startsOfBreaks: [UInt8] = [0x22, 0x34, 0x36, 0x44, 0x46] + startsOfAds

    /// The types whose start is the start of a single ad.
    private static let startsOfAds: [UInt8] = [0x30, 0x32]

    /// The types that end them.
    static let endsOfBreaks: [UInt8] = startsOfBreaks.map { $0 + 1 }

    /// Whether the type is that of the start or the end of a single ad.
    static func isOfOneAd(_ type: UInt8) -> Bool {
        startsOfAds.contains(type) || startsOfAds.contains(type &- 1)
    }
}

extension SpliceInfoSection {
    /// What one message says about a break.
    package struct BreakSignal: Hashable, Sendable {
        package var kind: Cue.Kind
        package var id: String
        /// See ``Cue/returnsByItself``.
        package var returnsByItself = true
        /// See ``Cue/isOneAd``.
        package var isOneAd = false
        /// What else the message says about its ads, under the names of the standard. What is zero or
        /// empty there is left out.
        package var fields: [String: String] = [:]
    }

    /// What the section says about a break; `nil` if it is about something else.
    ///
    /// A section that ends one break and starts another is its start: a new break ends the old.
    package var breakSignal: BreakSignal? {
        switch command {
        case .insert(let insert):
            let id = "\(insert.eventID)"
            if insert.isCancelled { return BreakSignal(kind: .cancel, id: id) }
            guard insert.leavesNetwork else { return BreakSignal(kind: .in, id: id) }
            return BreakSignal(
                kind: .out(duration: insert.duration?.length.duration), id: id,
                returnsByItself: insert.duration?.returnsAutomatically ?? true,
                fields: insert.fields)
        case .timeSignal: return segmentedBreakSignal
        case .null, .schedule, .bandwidthReservation, .privateCommand, .reserved: return nil
        }
    }

    private var segmentedBreakSignal: BreakSignal? {
        let segmentations = segmentations
        func first(of types: [UInt8]) -> SegmentationDescriptor? {
            for type in types {
                let found = segmentations.first { !$0.isCancelled && $0.typeID == type }
                if let found { return found }
            }
            return nil
        }
        if let start = first(of: SegmentationDescriptor.startsOfBreaks) {
            return BreakSignal(
                kind: .out(duration: start.duration?.duration), id: "\(start.eventID)",
                isOneAd: SegmentationDescriptor.isOfOneAd(start.typeID), fields: start.fields)
        }
        if let end = first(of: SegmentationDescriptor.endsOfBreaks) {
            return BreakSignal(
                kind: .in, id: "\(end.eventID)",
                isOneAd: SegmentationDescriptor.isOfOneAd(end.typeID))
        }
        return segmentations.first { $0.isCancelled }.map {
            BreakSignal(kind: .cancel, id: "\($0.eventID)")
        }
    }
}

extension SpliceInsert {
    fileprivate var fields: [String: String] {
        [
            "unique_program_id": Int(uniqueProgramID), "avail_num": Int(availNumber),
            "avails_expected": Int(availsExpected),
        ].filter { $0.value != 0 }.mapValues { "\($0)" }
    }
}

extension SegmentationDescriptor {
    fileprivate var fields: [String: String] {
        var fields = [
            "segmentation_type_id": Int(typeID), "segment_num": Int(segmentNumber),
            "segments_expected": Int(segmentsExpected),
            "segmentation_upid_type": Int(upidType),
        ].filter { $0.value != 0 }.mapValues { "\($0)" }
        if !upid.isEmpty { fields["segmentation_upid"] = upidText }
        return fields
    }

    /// The identifier as text if all of it is printable ASCII, else in hexadecimal digits after "0x".
    private var upidText: String {
        upid.allSatisfy { (0x20...0x7E).contains($0) }
            ? String(decoding: upid, as: UTF8.self)
            : "0x" + upidDigits
    }
}

extension Cue {
    /// What a section in the stream says, to take effect at `position`.
    init(
        _ signal: SpliceInfoSection.BreakSignal, at position: FrameTime,
        fields: [String: String] = [:]
    ) {
        self.init(id: signal.id, signal.kind, at: position, source: .scte35, fields: fields)
        takeNature(from: signal)
    }

    /// Takes over what a section about the same break says of its nature, which no other marker does.
    mutating func takeNature(from signal: SpliceInfoSection.BreakSignal) {
        returnsByItself = signal.returnsByItself
        isOneAd = signal.isOneAd
        fields.merge(signal.fields) { own, _ in own }
    }
}
