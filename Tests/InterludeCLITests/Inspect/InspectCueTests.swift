import FoundationEssentials
import TestFiles
import TestServers
import Testing

@testable import InterludeCLI

@Suite("What 'inspect scte35' and 'inspect icy' print")
struct InspectCueTests {
    /// A splice_insert of 60.293567 s at 21514.559089 s, without its checksum.
    private static let insert =
        "FC302500000000000000FFF014054800008F7FEFFE7369C02EFE0052CCF5000000000000"

    @Test("is a break with its times in seconds, with sorted keys", arguments: Form.allCases)
    func insert(form: Form) async throws {
        let bytes = try Self.bytes(Self.insert)
        let folder = try TemporaryFolder()
        let printed = try await InspectSpliceCommand.inspect(form.input(bytes, folder)).description
        #expect(
            printed == #"{"autoReturn":true,"cancel":false,"command":"splice_insert","#
                + #""crcValid":true,"duration":60.293567,"eventId":1207959695,"immediate":false,"#
                + #""outOfNetwork":true,"ptsAdjustment":0,"ptsTime":21514.559089,"#
                + #""segmentations":[],"uniqueProgramId":0}"#)
    }

    enum Form: CaseIterable {
        case digits, prefixedDigits, base64, binaryFile, textFile

        func input(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> String {
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            switch self {
            case .digits: return digits
            case .prefixedDigits: return "0x" + digits.uppercased()
            case .base64: return Data(bytes).base64EncodedString()
            case .binaryFile: return try folder.write(bytes, to: "section")
            case .textFile: return try folder.write("\(digits)\n".utf8, to: "section")
            }
        }
    }

    @Test("is a time signal with what it segments")
    func signal() async throws {
        let descriptor: [UInt8] =
            [2, 26] + Array("CUEI".utf8) + [0, 0, 0, 3, 0x7F, 0xFF, 0, 0, 0x29, 0x32, 0xE0]
            + [9, 6] + Array("SIGNAL".utf8) + [0x34, 1, 2]
        let bytes = Self.checked(
            [0xFC, 0x30, 0x32, 0, 0, 0, 0, 0, 1, 0xFF, 0xFF, 0xF0, 5, 6, 0xFE, 0, 1, 0x5F, 0x90]
                + [0, UInt8(descriptor.count)] + descriptor)
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, to: "section")
        #expect(
            try await InspectSpliceCommand.inspect(path).description
                == #"{"command":"time_signal","crcValid":true,"ptsAdjustment":0.000011,"#
                + #""ptsTime":1,"segmentations":[{"cancel":false,"duration":30,"eventId":3,"#
                + #""segmentNum":1,"segmentsExpected":2,"typeId":52,"upid":"5349474e414c","#
                + #""upidType":9}]}"#)
    }

    @Test(
        "is an error with the status for unreadable input if it is no section",
        arguments: [
            ("FC302500", "the section has 40 bytes, and only 4 are there"),
            (
                "fc301100000000000000ffffff0000004f253397",
                "the checksum (CRC-32) is wrong: the section was damaged or cut"
            ),
            ("4700", "not a splice_info_section: it begins with 0x47 instead of 0xFC"),
        ])
    func refused(input: String, words: String) async throws {
        do throws(CommandError) {
            _ = try await InspectSpliceCommand.inspect(input)
            Issue.record("it was understood")
        } catch {
            #expect(error.status == .unreadableInput)
            #expect("\(error)" == words)
        }
    }

    @Test("is the status for a missing file if it is neither text nor a file")
    func missing() async throws {
        do throws(CommandError) {
            _ = try await InspectSpliceCommand.inspect("no/such/section")
            Issue.record("it was understood")
        } catch {
            #expect(error.status == .missingInput)
        }
    }

    @Test(
        "is the fields of an ICY block, and whether it announces an advertisement",
        arguments: [
            (
                "StreamTitle='';adw_ad='true';durationMilliseconds='14024';insertionType='MIDROLL';",
                #"{"ad":true,"duration":14.024,"fields":{"StreamTitle":"","adw_ad":"true","#
                    + #""durationMilliseconds":"14024","insertionType":"MIDROLL"},"#
                    + #""insertion":"midroll","title":""}"#
            ),
            (
                "StreamTitle='Song';StreamUrl='u';",
                #"{"ad":false,"fields":{"StreamTitle":"Song","StreamUrl":"u"},"title":"Song","#
                    + #""url":"u"}"#
            ),
            ("", #"{"ad":false,"fields":{}}"#),
        ])
    func block(text: String, printed: String) async throws {
        #expect(try await InspectICYCommand.inspect(text).description == printed)
        // As it is on the wire: a length byte, and padding.
        let count = (text.utf8.count + 15) / 16
        let padding = [UInt8](repeating: 0, count: count * 16 - text.utf8.count)
        let folder = try TemporaryFolder()
        let path = try folder.write([UInt8(count)] + Array(text.utf8) + padding, to: "block")
        #expect(try await InspectICYCommand.inspect(path).description == printed)
    }

    @Test("is an error for a file without a field")
    func noBlock() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("<html>".utf8, to: "block")
        do throws(CommandError) {
            _ = try await InspectICYCommand.inspect(path)
            Issue.record("it was understood")
        } catch {
            #expect(error.status == .unreadableInput)
        }
    }

    @Test("is advice to inspect a stream for an input that is larger than any ICY block")
    func largeBlock() async throws {
        let bytes = [UInt8](repeating: 0xFF, count: 5000)
        let server = FaultServer { _, _ in .answer(bytes) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, to: "live.mp3")
        for input in [path, server.address("/live.mp3")] {
            do throws(CommandError) {
                _ = try await InspectICYCommand.inspect(input)
                Issue.record("it was understood")
            } catch {
                #expect(error.status == .unreadableInput)
                #expect("\(error)".hasSuffix("for a stream use 'interlude inspect stream'"))
                #expect("\(error)".contains("larger than the limit of 4081 bytes"))
            }
        }
    }

    /// The bytes of `digits`, and their checksum.
    private static func bytes(_ digits: String) throws -> [UInt8] {
        let digits = Array(digits)
        return checked(
            try stride(from: 0, to: digits.count, by: 2).map {
                try #require(UInt8(String(digits[$0..<$0 + 2]), radix: 16))
            })
    }

    private static func checked(_ section: [UInt8]) -> [UInt8] {
        var sum = UInt32.max
        for byte in section {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
        }
        return section + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }
}
