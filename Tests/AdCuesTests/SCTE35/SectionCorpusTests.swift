import MediaTime
import TestFiles
import Testing

@testable import AdCues

@Suite("SCTE-35 sections of other projects", .enabled(if: Corpora.folder != nil))
struct SectionCorpusTests {
    private func vectors() throws -> [SectionVector] {
        try Corpora.Document("scte35/vectors.json").decoded(as: SectionVectors.self).vectors
    }

    @Test("A9: 74 agree with what another decoder found in them")
    func decoded() throws {
        let sound = try vectors().filter(\.crc32Ok)
        #expect(sound.count == 74)
        for vector in sound {
            let bytes = try #require(SpliceInfoSection.bytes(in: vector.hex))
            #expect(SpliceInfoSection.bytes(in: vector.base64) == bytes)
            let section = try SpliceInfoSection(parsing: bytes)
            let differences = try #require(vector.threefive315).differences(from: section)
            let mistakes = Self.mistakes.first { vector.base64.hasPrefix($0.key) }?.value
            #expect(differences == mistakes ?? [], "\(vector.hex)")
        }
    }

    @Test("A9: 13 are refused, because their checksum is wrong or they are cut")
    func refused() throws {
        let damaged = try vectors().filter { !$0.crc32Ok }
        #expect(damaged.count == 13)
        for vector in damaged {
            let bytes = try #require(SpliceInfoSection.bytes(in: vector.hex))
            let error = #expect(throws: SpliceError.self, "\(vector.hex)") {
                try SpliceInfoSection(parsing: bytes)
            }
            switch error {
            case .wrongChecksum, .incomplete: break
            case let other: Issue.record("\(vector.hex): \(String(describing: other))")
            }
        }
    }

    /// Where the other decoder is wrong, by the beginning of the section.
    private static let mistakes = [
        // It takes the count of components for the break's duration.
        "/DCxAAAAAAAAAP/wEAUAAAAAf78A/g": [
            "break_duration", "auto_return", "unique_program_id",
        ],
        // It reads 28 of the 32 bytes of a UMID.
        "/DBHAAAAAAAA///wBQb+AAAAAAAxAi9DVUVJAAAAA3+/BCAGCis0AQEB": [
            "segmentation_type_id", "segment_num", "segments_expected", "upid",
        ],
    ]
}

private struct SectionVectors: Decodable {
    var vectors: [SectionVector]
}

private struct SectionVector: Decodable {
    var hex: String
    var base64: String
    var crc32Ok: Bool
    /// What threefive 3.1.5 found.
    var threefive315: OtherDecode?
}

/// What another decoder found in a section.
private struct OtherDecode: Decodable {
    var infoSection: Header
    var command: Command
    var descriptors: [Descriptor]

    struct Header: Decodable {
        var ptsAdjustment: Double
    }

    struct Command: Decodable {
        var name: String
        var ptsTime: Double?
        var spliceEventId: UInt32?
        var spliceEventCancelIndicator: Bool?
        var outOfNetworkIndicator: Bool?
        var spliceImmediateFlag: Bool?
        var breakAutoReturn: Bool?
        var breakDuration: Double?
        var uniqueProgramId: UInt16?
        var availNum: UInt8?
        var availsExpected: UInt8?
    }

    struct Descriptor: Decodable {
        var tag: Int
        var segmentationEventId: String?
        var segmentationEventCancelIndicator: Bool?
        var segmentationDuration: Double?
        var segmentationTypeId: UInt8?
        var segmentationUpidType: UInt8?
        var segmentationUpidLength: Int?
        var segmentationUpid: Identifier?
        var segmentNum: UInt8?
        var segmentsExpected: UInt8?
    }

    /// An identifier that is a text; `nil` if it is one of several parts.
    struct Identifier: Decodable {
        var text: String?

        init(from decoder: any Decoder) throws {
            // try?: identifiers of several parts have another form.
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }

    /// The names of the fields in which `section` has something else.
    func differences(from section: SpliceInfoSection) -> [String] {
        var found = FieldComparison()
        found.compare(
            "name", command.name.split(separator: " ").joined(separator: "_").lowercased(),
            section.command.name)
        found.compare("pts_adjustment", infoSection.ptsAdjustment, section.adjustment.seconds)
        found.compare("pts_time", command.ptsTime, section.command.time?.seconds)
        if case .insert(let insert) = section.command { compare(insert, &found) }
        let others = descriptors.filter { $0.tag == 2 }
        found.compare("descriptors", others.count, section.segmentations.count)
        for (other, own) in zip(others, section.segmentations) { compare(other, own, &found) }
        return found.differences
    }

    private func compare(_ insert: SpliceInsert, _ found: inout FieldComparison) {
        found.compare("splice_event_id", command.spliceEventId, insert.eventID)
        found.compare("cancel", command.spliceEventCancelIndicator, insert.isCancelled)
        guard !insert.isCancelled else { return }
        found.compare("out_of_network", command.outOfNetworkIndicator, insert.leavesNetwork)
        found.compare("immediate", command.spliceImmediateFlag, insert.isImmediate)
        found.compare("break_duration", command.breakDuration, insert.duration?.length.seconds)
        found.compare(
            "auto_return", command.breakAutoReturn, insert.duration?.returnsAutomatically)
        found.compare("unique_program_id", command.uniqueProgramId, insert.uniqueProgramID)
        found.compare("avail_num", command.availNum, insert.availNumber)
        found.compare("avails_expected", command.availsExpected, insert.availsExpected)
    }

    private func compare(
        _ other: Descriptor, _ own: SegmentationDescriptor, _ found: inout FieldComparison
    ) {
        let id = other.segmentationEventId.flatMap { UInt32($0.dropFirst(2), radix: 16) }
        found.compare("segmentation_event_id", id, own.eventID)
        found.compare(
            "segmentation_cancel", other.segmentationEventCancelIndicator, own.isCancelled)
        found.compare(
            "segmentation_duration", other.segmentationDuration, own.duration?.seconds)
        found.compare("segmentation_type_id", other.segmentationTypeId, own.typeID)
        found.compare("upid_type", other.segmentationUpidType, own.upidType)
        found.compare("upid_length", other.segmentationUpidLength, own.upid.count)
        found.compare("segment_num", other.segmentNum, own.segmentNumber)
        found.compare("segments_expected", other.segmentsExpected, own.segmentsExpected)
        guard let text = other.segmentationUpid?.text else { return }
        let hex = own.upid.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let forms = [String(decoding: own.upid, as: UTF8.self), hex]
        // A number has no leading zeros, and an UMID has full stops.
        let isSame =
            forms.contains(text) || forms.contains(text.filter { $0 != "." })
            || text.hasPrefix("0x")
                && text.dropFirst(2).drop { $0 == "0" } == hex.drop { $0 == "0" }
        if !isSame { found.differences.append("upid") }
    }
}

private struct FieldComparison {
    var differences: [String] = []

    mutating func compare<Value: Equatable>(_ name: String, _ other: Value?, _ own: Value?) {
        if other != own { differences.append(name) }
    }

    /// Times are rounded to a millionth of a second.
    mutating func compare(_ name: String, _ other: Double?, _ own: Double?) {
        if let other, let own, abs(other - own) < 1.5e-6 { return }
        if other != own { differences.append(name) }
    }
}
