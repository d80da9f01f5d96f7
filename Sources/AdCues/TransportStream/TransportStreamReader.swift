import MediaTime

/// Finds the markers in the bytes of an MPEG transport stream, in pieces of any length.
///
/// After damage it looks for the next packets. A section or a PES packet of which a part is missing
/// is left out, and so is a SCTE-35 section that cannot be read.
package struct TransportStreamReader: Sendable {
    private enum Assembler: Sendable {
        case sections(ContinuityCheck, SectionAssembler)
        case packets(ContinuityCheck, PacketAssembler)

        init(_ kind: MarkerStreamKind?) {
            switch kind {
            case .id3: self = .packets(ContinuityCheck(), PacketAssembler())
            case .splice, nil: self = .sections(ContinuityCheck(), SectionAssembler())
            }
        }
    }

    /// What was received and not yet read.
    private var pending: [UInt8] = []
    /// The place of the first pending byte.
    private var offset: Int64 = 0
    private var isSynchronised = true
    private var tables = ProgramTables()
    private var assemblers: [UInt16: Assembler] = [:]

    package init() {}

    /// The elementary streams of markers, which are no audio, as far as they are known.
    var markerStreamIDs: Set<UInt16> { Set(tables.streams.keys) }

    /// Returns the markers that are complete with these bytes, in their order.
    package mutating func read(_ bytes: some Collection<UInt8>) -> [TransportMarker] {
        pending += bytes
        var markers: [TransportMarker] = []
        var position = 0
        while position + TransportPacket.byteCount <= pending.count {
            if pending[position] == TransportPacket.syncByte, isSynchronised {
                let packet = pending[position..<position + TransportPacket.byteCount]
                read(packet, at: offset + Int64(position), into: &markers)
                position += TransportPacket.byteCount
            } else if let next = nextPacket(from: position) {
                isSynchronised = next.isCertain
                position = next.position
                guard next.isCertain else { break }
            } else {
                isSynchronised = false
                position = pending.count
            }
        }
        offset += Int64(position)
        pending.removeFirst(position)
        return markers
    }

    /// Ends a segment of a playlist, and returns the last markers of it. The next bytes begin
    /// another segment: their counters need not follow, and the tables stay valid until it has its
    /// own.
    package mutating func endSegment() -> [TransportMarker] {
        var markers: [TransportMarker] = []
        // After damage, a packet counts only once another one follows, or the end.
        if pending.count == TransportPacket.byteCount {
            read(pending[...], at: offset, into: &markers)
        }
        for (id, assembler) in assemblers.sorted(by: { $0.key < $1.key }) {
            if case .packets(_, var assembler) = assembler, let content = assembler.finish() {
                Self.append(content, from: id, to: &markers)
            }
        }
        assemblers = [:]
        offset += Int64(pending.count)
        pending = []
        isSynchronised = true
        return markers
    }

    /// The next place with a sync byte. It is certain if another one follows where the next packet
    /// begins; otherwise the bytes up to there are missing.
    ///
    /// `nil` if there is none. The parts that are not complete are given up.
    private mutating func nextPacket(from start: Int) -> (position: Int, isCertain: Bool)? {
        assemblers = [:]
        var position = start
        while let found = pending[position...].firstIndex(of: TransportPacket.syncByte) {
            let next = found + TransportPacket.byteCount
            guard next < pending.count else { return (found, isCertain: false) }
            if pending[next] == TransportPacket.syncByte { return (found, isCertain: true) }
            position = found + 1
        }
        return nil
    }

    private mutating func read(
        _ bytes: ArraySlice<UInt8>, at place: Int64, into markers: inout [TransportMarker]
    ) {
        guard let packet = TransportPacket(bytes), let payload = packet.payload else { return }
        let id = packet.streamID
        let kind = tables.streams[id]
        guard kind != nil || id == ProgramTables.associationID || tables.mapIDs.contains(id) else {
            return
        }
        // Taken out, so that nothing is copied when it grows.
        switch assemblers.removeValue(forKey: id) ?? Assembler(kind) {
        case .sections(var check, var assembler):
            let verdict = check.check(packet)
            if verdict == .lost { assembler.reset() }
            let sections =
                verdict == .repeated
                ? [] : assembler.append(payload, beginsUnit: packet.beginsUnit, at: place)
            assemblers[id] = .sections(check, assembler)
            for section in sections { take(section, from: id, into: &markers) }
        case .packets(var check, var assembler):
            let verdict = check.check(packet)
            if verdict == .lost { assembler.reset() }
            let contents =
                verdict == .repeated
                ? [] : assembler.append(payload, beginsUnit: packet.beginsUnit, at: place)
            assemblers[id] = .packets(check, assembler)
            for content in contents { Self.append(content, from: id, to: &markers) }
        }
    }

    private mutating func take(
        _ section: SectionAssembler.Section, from id: UInt16, into markers: inout [TransportMarker]
    ) {
        if tables.streams[id] == .splice {
            // A damaged section is repeated or lost; the stream goes on.
            guard let splice = try? SpliceInfoSection(parsing: section.bytes) else { return }
            markers.append(
                TransportMarker(.splice(splice), streamID: id, offset: section.offset))
            return
        }
        let known = tables.streams
        if id == ProgramTables.associationID {
            tables.readAssociation(section.bytes)
        } else {
            tables.readMap(section.bytes, from: id)
        }
        let current = tables
        assemblers = assemblers.filter { stream, _ in
            stream == ProgramTables.associationID || current.mapIDs.contains(stream)
                || current.streams[stream] != nil && current.streams[stream] == known[stream]
        }
    }

    private static func append(
        _ content: PacketAssembler.Content, from id: UInt16, to markers: inout [TransportMarker]
    ) {
        let tag = Array("ID3".utf8)
        /// A metadata access unit has a header of 5 bytes, which most writers leave out.
        let bytes =
            content.bytes.starts(with: tag) ? content.bytes[...] : content.bytes.dropFirst(5)
        guard bytes.starts(with: tag) else { return }
        markers.append(
            TransportMarker(
                .id3(Array(bytes), at: content.time), streamID: id, offset: content.offset))
    }
}
