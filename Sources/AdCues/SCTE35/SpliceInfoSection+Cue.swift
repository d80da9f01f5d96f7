import MediaTime

extension SegmentationDescriptor {
    /// The types whose start is the start of a break: the break itself and the opportunities to
    /// place ads before the single ads, which are inside them.
    static let startsOfBreaks: [UInt8] = [0x22, 0x34, 0x36, 0x44, 0x46, 0x30, 0x32]

    /// The types that end them.
    static let endsOfBreaks: [UInt8] = startsOfBreaks.map { $0 + 1 }
}

extension SpliceInfoSection {
    /// What one message says about a break.
    package struct BreakSignal: Hashable, Sendable {
        package var kind: Cue.Kind
        package var id: String
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
            return BreakSignal(kind: .out(duration: insert.duration?.length.duration), id: id)
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
                kind: .out(duration: start.duration?.duration), id: "\(start.eventID)")
        }
        if let end = first(of: SegmentationDescriptor.endsOfBreaks) {
            return BreakSignal(kind: .in, id: "\(end.eventID)")
        }
        return segmentations.first { $0.isCancelled }.map {
            BreakSignal(kind: .cancel, id: "\($0.eventID)")
        }
    }
}
