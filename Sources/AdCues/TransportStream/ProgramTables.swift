import MediaTime

/// The tables of a transport stream that say which elementary streams have markers: the programme
/// association table (PAT), and a map of each programme (PMT).
struct ProgramTables: Hashable, Sendable {
    private struct Program: Hashable, Sendable {
        let number: UInt16
        let mapID: UInt16
        /// The section of the PAT that names it.
        let section: UInt8
        var streams: [UInt16: MarkerStreamKind] = [:]
    }

    private var version: UInt8?
    private var programs: [Program] = []
    /// The kinds of the streams of all programmes.
    private(set) var streams: [UInt16: MarkerStreamKind] = [:]
    /// The elementary streams of the maps.
    private(set) var mapIDs: Set<UInt16> = []

    static let associationID: UInt16 = 0
    static let maximumProgramCount = 64
    static let maximumStreamCount = 16

    /// Takes a section of the PAT. One that is damaged or not yet valid changes nothing.
    mutating func readAssociation(_ bytes: [UInt8]) {
        guard let section = TableSection(bytes, tableID: 0x00) else { return }
        let known = programs
        if section.version != version {
            version = section.version
            programs = []
        }
        let named = stride(from: 0, through: section.content.count - 4, by: 4).map { position in
            let entry = Array(section.content.dropFirst(position).prefix(4))
            return (
                number: UInt16(entry[0]) << 8 | UInt16(entry[1]),
                mapID: UInt16(entry[2] & 0x1F) << 8 | UInt16(entry[3])
            )
        }
        programs.removeAll { $0.section == section.number }
        // Number 0 names the table of the network.
        for (number, mapID) in named where number != 0 && programs.count < Self.maximumProgramCount
        {
            programs.append(
                known.first { $0.number == number && $0.mapID == mapID }
                    ?? Program(number: number, mapID: mapID, section: section.number))
        }
        update()
    }

    /// Takes a section of a map from the elementary stream `id`.
    mutating func readMap(_ bytes: [UInt8], from id: UInt16) {
        guard let section = TableSection(bytes, tableID: 0x02), section.content.count >= 4,
            let index = programs.firstIndex(where: {
                $0.mapID == id && $0.number == section.extendedID
            })
        else { return }
        // The PID of the clock, and descriptors of the programme.
        let descriptors = section.content.dropFirst(2)
        var rest = descriptors.dropFirst(2 + Self.length(descriptors))
        programs[index].streams = [:]
        while rest.count >= 5 {
            let entry = Array(rest.prefix(5))
            let id = UInt16(entry[1] & 0x1F) << 8 | UInt16(entry[2])
            if let kind = MarkerStreamKind(streamType: entry[0]) {
                programs[index].streams[id] = kind
            }
            rest = rest.dropFirst(5 + Self.length(entry[3...]))
        }
        update()
    }

    /// A length of 12 bits.
    private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) } & 0x0FFF
    }

    private mutating func update() {
        mapIDs = Set(programs.map(\.mapID))
        streams = [:]
        for program in programs {
            for (id, kind) in program.streams.sorted(by: { $0.key < $1.key })
            where streams.count < Self.maximumStreamCount && !mapIDs.contains(id)
                && id != Self.associationID
            {
                streams[id] = kind
            }
        }
    }
}

/// A section of the PAT or a PMT with the right checksum, valid now.
private struct TableSection {
    /// The id of the transport stream in a PAT, the programme's number in a PMT.
    let extendedID: UInt16
    let version: UInt8
    let number: UInt8
    /// What follows the header, without the checksum.
    let content: ArraySlice<UInt8>

    private static let headerByteCount = 8
    private static let checksumByteCount = 4

    init?(_ bytes: [UInt8], tableID: UInt8) {
        guard bytes.count >= Self.headerByteCount + Self.checksumByteCount, bytes[0] == tableID,
            bytes[1] & 0x80 != 0, bytes[5] & 1 == 1, CRC32.checksum(of: bytes) == 0
        else { return nil }
        extendedID = UInt16(bytes[3]) << 8 | UInt16(bytes[4])
        version = bytes[5] >> 1 & 0x1F
        number = bytes[6]
        content = bytes.dropFirst(Self.headerByteCount).dropLast(Self.checksumByteCount)
    }
}
