import Foundation
import Testing

@testable import AdCues

@Suite("Mutated SCTE-35 sections", .timeLimit(.minutes(15)))
struct MutatedSectionTests {
    /// A million in the long version.
    private static let count =
        ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1" ? 1_000_000 : 20_000

    /// A section of each command, with what commands and descriptors may have.
    private static let sections: [[UInt8]] = {
        let descriptors =
            SectionWriter.segmentation(id: 1, type: 0x34, duration: 2_700_000, expected: 1)
            + SectionWriter.segmentation(
                id: 2, type: 0x30, upid: Array("ABCD0123456H".utf8), upidType: 3,
                componentCount: 2, tail: [1, 2])
        return [
            SectionWriter.section(type: 0, []),
            SectionWriter.section(
                type: 5, SectionWriter.insert(id: 7, time: 900_000, duration: 2_700_000),
                adjustment: 1 << 32),
            SectionWriter.section(
                type: 5, SectionWriter.insert(id: 7, time: nil, duration: 90, components: [1, 2])),
            SectionWriter.section(
                type: 6, SectionWriter.time(900_000), descriptors: descriptors),
            SectionWriter.section(type: 6, SectionWriter.time(nil), descriptors: descriptors),
            SectionWriter.section(type: 255, Array("CUEI".utf8) + [1, 2, 3]),
            TransportStreamTests.splice,
        ]
    }()

    /// `section` with the checksum of its bytes.
    private static func summed(_ section: [UInt8]) -> [UInt8] {
        guard section.count > 4 else { return section }
        let content = Array(section.dropLast(4))
        let sum = SectionWriter.checksum(of: content)
        return content + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }

    /// The memory of the process in bytes.
    private static func resident() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            .split(separator: " ")
        return try #require(Int(fields[1])) * 4096
    }

    @Test("are refused by their checksum, or read without harm, and take no memory")
    func mutated() throws {
        var mutation = Mutation(seed: 35)
        var read = 0
        var refused = 0
        var before = 0
        for number in 0..<Self.count {
            // The first ones fill the allocator's own memory.
            if number == 2000 { before = try Self.resident() }
            let section = Self.sections[number % Self.sections.count]
            let bytes = mutation(section)
            // Every second one passes the checksum, and is read to its end.
            let isSummed = number / Self.sections.count % 2 == 0
            do throws(SpliceError) {
                let found = try SpliceInfoSection(parsing: isSummed ? Self.summed(bytes) : bytes)
                read += 1
                #expect(found.segmentations.count <= bytes.count / 11)
                #expect((found.time?.ticks ?? 0) < 1 << 33)
                if let signal = found.breakSignal { #expect(!signal.id.isEmpty) }
                // A mutation may leave the section as it was, and bytes after it do not count.
                let length = 3 + Int(bytes[1] & 0x0F) << 8 + Int(bytes[2])
                let whole = Array(bytes.prefix(length))
                if !isSummed { #expect(Self.summed(whole) == whole) }
            } catch {
                refused += 1
            }
        }
        #expect(read > Self.count / 20, "\(read)")
        #expect(refused > Self.count / 2, "\(refused)")
        #expect(try Self.resident() - before < 16 << 20)
    }
}
