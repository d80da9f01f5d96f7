import HLSPackaging
import MediaTime

/// The packets of a transport stream, as they are written (ISO/IEC 13818-1, 2.4.3).
struct TransportPackets {
    private(set) var bytes: [UInt8] = []

    private static let packetByteCount = 188
    /// Without the header of four bytes.
    private static let roomByteCount = 184

    /// The number of packets that `byteCount` bytes take, with a clock in the first of them or not.
    static func count(of byteCount: Int, hasClock: Bool) -> Int {
        let first = roomByteCount - (hasClock ? TransportClock.fieldByteCount : 0)
        return 1 + max(0, byteCount - first + roomByteCount - 1) / roomByteCount
    }

    /// Appends a unit of an elementary stream, as many packets as it takes. `counter` is the number
    /// of packets of the stream before it.
    mutating func append(
        _ unit: [UInt8], to stream: UInt16, counter: Int, clock: TransportClock? = nil
    ) {
        var rest = unit[...]
        var counter = counter
        var adaptation = clock.map(\.field) ?? []
        while !rest.isEmpty {
            let room = Self.roomByteCount - adaptation.count
            let part = rest.prefix(room)
            let isFirst = rest.startIndex == unit.startIndex
            Self.stuff(&adaptation, by: room - part.count)
            appendHeader(
                of: stream, counter: counter, beginsUnit: isFirst,
                hasAdaptation: !adaptation.isEmpty)
            bytes += adaptation
            bytes += part
            rest = rest.dropFirst(part.count)
            counter += 1
            adaptation = []
        }
    }

    /// Appends a section that fits one packet.
    mutating func append(section: [UInt8], to stream: UInt16, counter: Int) {
        precondition(section.count < Self.roomByteCount, "the station's sections fit one packet")
        appendHeader(of: stream, counter: counter, beginsUnit: true, hasAdaptation: false)
        bytes.append(0)
        bytes += section
        bytes += repeatElement(0xff, count: Self.roomByteCount - 1 - section.count)
    }

    private mutating func appendHeader(
        of stream: UInt16, counter: Int, beginsUnit: Bool, hasAdaptation: Bool
    ) {
        bytes.append(0x47)
        bytes.append(bigEndian: (beginsUnit ? 0x4000 : 0) | stream)
        bytes.append((hasAdaptation ? 0x30 : 0x10) | UInt8(counter & 0x0f))
    }

    /// Makes an adaptation field longer by `count` bytes that mean nothing.
    private static func stuff(_ field: inout [UInt8], by count: Int) {
        guard count > 0 else { return }
        if field.isEmpty {
            // The length of the field counts too, and so do its flags unless it is empty.
            field = count == 1 ? [0] : [UInt8(count - 1), 0]
            field += repeatElement(0xff, count: max(0, count - 2))
        } else {
            field[0] += UInt8(count)
            field += repeatElement(0xff, count: count)
        }
    }
}

/// The programme's clock in a packet.
struct TransportClock {
    /// The adaptation field with the clock, its length included.
    let field: [UInt8]

    static let fieldByteCount = 8

    /// How long before its time a frame is there: 100 ms, in ticks.
    private static let lead: UInt64 = 9_000

    /// The clock of the first packet of a unit that is heard at `time`, in ticks. A decoder can
    /// begin at an entry.
    init(leadingTo time: UInt64, isEntry: Bool) {
        let base = (time &- Self.lead) & 0x1_ffff_ffff
        var field: [UInt8] = [7, isEntry ? 0x50 : 0x10]
        field.append(bigEndian: UInt32(truncatingIfNeeded: base >> 1))
        field += [UInt8(truncatingIfNeeded: base << 7) | 0x7e, 0]
        self.field = field
    }
}
