import MediaTime

extension SpliceInfoSection {
    /// The first byte of a section.
    package static let tableID: UInt8 = 0xFC
    /// The bytes before and after those that section_length counts: table id and length, and none.
    private static let headerByteCount = 3
    private static let checksumByteCount = 4
    /// The value of splice_command_length of encoders that do not compute it (section 9.6.1).
    private static let unknownCommandLength = 0xFFF

    /// Reads one section. Bytes after it, such as the stuffing of a packet, are ignored.
    package init(parsing bytes: some Collection<UInt8>) throws(SpliceError) {
        let section = try Self.section(in: Array(bytes))
        var reader = BitReader(
            section.dropFirst(Self.headerByteCount).dropLast(Self.checksumByteCount))
        let version = try reader.byte()
        guard version == 0 else { throw .unknownVersion(version) }
        let isEncrypted = try reader.flag()
        let algorithm = UInt8(truncatingIfNeeded: try reader.read(6))
        guard !isEncrypted else { throw .encrypted(algorithm: algorithm) }
        let adjustment = PresentationTime(ticks: try reader.read(33))
        // cw_index and tier.
        try reader.skip(8 + 12)
        let length = Int(clamping: try reader.read(12))
        let type = try reader.byte()
        if length == Self.unknownCommandLength {
            command = try SpliceCommand(type, from: &reader)
        } else {
            var own = BitReader(try reader.take(length))
            command = try SpliceCommand(type, from: &own)
        }
        self.adjustment = adjustment
        try readDescriptors(from: &reader)
    }

    /// Checks that the bytes begin with a whole section, and returns it.
    private static func section(in bytes: [UInt8]) throws(SpliceError) -> ArraySlice<UInt8> {
        guard let first = bytes.first else { throw .empty }
        guard first == tableID else { throw .otherTable(first) }
        guard bytes.count >= headerByteCount else {
            throw .incomplete(expected: headerByteCount + checksumByteCount, found: bytes.count)
        }
        let length = headerByteCount + (Int(bytes[1]) & 0x0F) << 8 + Int(bytes[2])
        guard length <= bytes.count else { throw .incomplete(expected: length, found: bytes.count) }
        guard CRC32.checksum(of: bytes[..<length]) == 0 else { throw .wrongChecksum }
        return bytes[..<length]
    }

    private mutating func readDescriptors(from reader: inout BitReader) throws(SpliceError) {
        let length = Int(clamping: try reader.read(16))
        var loop = BitReader(try reader.take(length))
        while loop.byteCount > 0 {
            let tag = try loop.byte()
            let count = Int(try loop.byte())
            var descriptor = BitReader(try loop.take(count))
            guard tag == SegmentationDescriptor.tag, count >= 4,
                try descriptor.read(32) == SegmentationDescriptor.identifier
            else { continue }
            segmentations.append(try SegmentationDescriptor(from: &descriptor))
        }
    }
}

extension SpliceCommand {
    fileprivate init(_ type: UInt8, from reader: inout BitReader) throws(SpliceError) {
        switch type {
        case 0x00: self = .null
        // A schedule names times of the day, for which a player needs the broadcaster's clock.
        case 0x04: self = .schedule
        case 0x05: self = .insert(try SpliceInsert(from: &reader))
        case 0x06: self = .timeSignal(try reader.spliceTime())
        case 0x07: self = .bandwidthReservation
        case 0xFF:
            self = .privateCommand(identifier: UInt32(truncatingIfNeeded: try reader.read(32)))
        default: self = .reserved(type)
        }
    }
}

extension SpliceInsert {
    fileprivate init(from reader: inout BitReader) throws(SpliceError) {
        eventID = UInt32(truncatingIfNeeded: try reader.read(32))
        isCancelled = try reader.flag()
        try reader.skip(7)
        guard !isCancelled else { return }
        leavesNetwork = try reader.flag()
        let isWholeProgram = try reader.flag()
        let hasDuration = try reader.flag()
        isImmediate = try reader.flag()
        try reader.skip(4)
        if isWholeProgram {
            if !isImmediate { time = try reader.spliceTime() }
        } else {
            for index in 0..<Int(try reader.byte()) {
                // component_tag
                try reader.skip(8)
                guard !isImmediate else { continue }
                let componentTime = try reader.spliceTime()
                if index == 0 { time = componentTime }
            }
        }
        if hasDuration {
            let returnsAutomatically = try reader.flag()
            try reader.skip(6)
            duration = BreakDuration(
                length: PresentationTime(ticks: try reader.read(33)),
                returnsAutomatically: returnsAutomatically)
        }
        uniqueProgramID = UInt16(truncatingIfNeeded: try reader.read(16))
        availNumber = try reader.byte()
        availsExpected = try reader.byte()
    }
}

extension SegmentationDescriptor {
    fileprivate static let tag: UInt8 = 2
    /// "CUEI".
    fileprivate static let identifier: UInt64 = 0x4355_4549

    /// Reads what follows the identifier.
    fileprivate init(from reader: inout BitReader) throws(SpliceError) {
        eventID = UInt32(truncatingIfNeeded: try reader.read(32))
        isCancelled = try reader.flag()
        try reader.skip(7)
        guard !isCancelled else { return }
        let isWholeProgram = try reader.flag()
        let hasDuration = try reader.flag()
        // The restrictions of delivery, which concern no ad.
        try reader.skip(6)
        if !isWholeProgram {
            // Of each component a tag and an offset of its time.
            let count = Int(try reader.byte())
            try reader.skip(count * 48)
        }
        if hasDuration { duration = PresentationTime(ticks: try reader.read(40)) }
        let type = try reader.byte()
        upid = Array(try reader.take(Int(try reader.byte())))
        // Without a value, the type says nothing.
        upidType = upid.isEmpty ? 0 : type
        typeID = try reader.byte()
        segmentNumber = try reader.byte()
        segmentsExpected = try reader.byte()
    }
}

extension BitReader {
    /// Reads a splice_time (section 9.8.1); `nil` if it names no time.
    fileprivate mutating func spliceTime() throws(SpliceError) -> PresentationTime? {
        guard try flag() else {
            try skip(7)
            return nil
        }
        try skip(6)
        return PresentationTime(ticks: try read(33))
    }
}
