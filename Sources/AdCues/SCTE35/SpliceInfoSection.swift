/// A splice_info_section: one message of a broadcaster about a place in its stream
/// (ANSI/SCTE 35, section 9).
package struct SpliceInfoSection: Hashable, Sendable {
    /// What is added to each time in the section.
    package var adjustment = PresentationTime(ticks: 0)
    package var command: SpliceCommand
    /// In the order of the section. Descriptors of other kinds are left out.
    package var segmentations: [SegmentationDescriptor] = []

    package init(_ command: SpliceCommand) {
        self.command = command
    }

    /// When it applies; `nil` if it applies at once, or to no time.
    package var time: PresentationTime? { command.time?.adding(adjustment) }
}

/// What a section orders (section 9.7).
package enum SpliceCommand: Hashable, Sendable {
    case null
    /// A list of events by the time of day. Its entries are not read.
    case schedule
    case insert(SpliceInsert)
    /// The descriptors say what happens at the time; `nil` if the section names none.
    case timeSignal(PresentationTime?)
    case bandwidthReservation
    case privateCommand(identifier: UInt32)
    /// A type that the standard reserves.
    case reserved(UInt8)

    /// The name in the standard.
    package var name: String {
        switch self {
        case .null: "splice_null"
        case .schedule: "splice_schedule"
        case .insert: "splice_insert"
        case .timeSignal: "time_signal"
        case .bandwidthReservation: "bandwidth_reservation"
        case .privateCommand: "private_command"
        case .reserved(let type): "reserved_\(type)"
        }
    }

    /// The time in the command, without the section's adjustment.
    package var time: PresentationTime? {
        switch self {
        case .insert(let insert): insert.time
        case .timeSignal(let time): time
        case .null, .schedule, .bandwidthReservation, .privateCommand, .reserved: nil
        }
    }
}

/// A splice_insert command: the programme is left, or returned to (section 9.7.3).
package struct SpliceInsert: Hashable, Sendable {
    package var eventID: UInt32
    /// Whether an earlier event of this id is cancelled. Nothing else is then known of it.
    package var isCancelled = false
    /// Whether the programme is left for a break, not returned to.
    package var leavesNetwork = false
    package var isImmediate = false
    /// `nil` if the splice is immediate, or no time is named. For a splice of components, the
    /// first one's.
    package var time: PresentationTime?
    package var duration: BreakDuration?
    package var uniqueProgramID: UInt16 = 0
    /// Which of the avails of the programme it is, from 1, and how many there are; 0 if the section
    /// does not count them.
    package var availNumber: UInt8 = 0
    package var availsExpected: UInt8 = 0

    package struct BreakDuration: Hashable, Sendable {
        package var length: PresentationTime
        /// Whether the break ends by itself after ``length``. Otherwise an own message ends it, and
        /// the length is only the planned one.
        package var returnsAutomatically: Bool

        package init(length: PresentationTime, returnsAutomatically: Bool) {
            self.length = length
            self.returnsAutomatically = returnsAutomatically
        }
    }

    package init(eventID: UInt32) {
        self.eventID = eventID
    }
}

/// A segmentation_descriptor: a programme, a chapter, a break or an advertisement starts or ends
/// (section 10.3.3).
package struct SegmentationDescriptor: Hashable, Sendable {
    package var eventID: UInt32
    /// Whether an earlier event of this id is cancelled. Nothing else is then known of it.
    package var isCancelled = false
    /// What starts or ends, as 0x34 for an opportunity to place ads.
    package var typeID: UInt8 = 0
    package var duration: PresentationTime?
    package var upidType: UInt8 = 0
    /// The identifier of what is heard, as its type has it.
    package var upid: [UInt8] = []
    /// ``upid`` in hexadecimal digits.
    package var upidDigits: String {
        upid.map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    package var segmentNumber: UInt8 = 0
    package var segmentsExpected: UInt8 = 0

    package init(eventID: UInt32) {
        self.eventID = eventID
    }
}
