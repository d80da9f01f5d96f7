import AdCues
import ArgumentParser
import FoundationEssentials
import Interlude
import MediaTime

/// `interlude inspect scte35 INPUT`: prints a splice_info_section.
struct InspectSpliceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scte35",
        abstract: "Print a SCTE-35 message.",
        discussion: """
            Reads one splice_info_section: bytes, hexadecimal digits or base64. Prints one JSON \
            object; times are seconds. For another input, or one whose checksum is wrong, it ends \
            with status 65, and prints an object with "error".
            """)

    /// No section is longer than 4098 bytes, or 8198 characters with its prefix.
    private static let maximumByteCount = 1 << 16

    @Argument(
        help: ArgumentHelp(
            "The message in hexadecimal digits or base64, or a file, an http(s) address, or - for "
                + "standard input.", valueName: "input"))
    var input: String

    func run() async throws {
        try await InspectCommand.print { () async throws(CommandError) -> JSONValue in
            try await Self.inspect(input)
        }
    }

    static func inspect(_ input: String) async throws(CommandError) -> JSONValue {
        let bytes = try await bytes(of: input)
        do throws(SpliceError) {
            return try SpliceInfoSection(parsing: bytes).inspection
        } catch {
            throw CommandError(.unreadableInput, "\(error)")
        }
    }

    /// The bytes of the section. A file counts before a text: base64 may look like a path.
    private static func bytes(of input: String) async throws(CommandError) -> [UInt8] {
        if !FileManager.default.fileExists(atPath: input),
            let bytes = SpliceInfoSection.bytes(in: input)
        {
            return bytes
        }
        let source: SourceArgument
        do throws(UnusableArgument) {
            source = try SourceArgument(parsing: input)
        } catch {
            throw CommandError(.usage, "\(error)")
        }
        let document = try await InspectedDocument(source, maximumByteCount: maximumByteCount)
        guard document.bytes.first != SpliceInfoSection.tableID else { return document.bytes }
        guard let text = String(validating: document.bytes, as: UTF8.self),
            let bytes = SpliceInfoSection.bytes(in: text)
        else {
            throw CommandError(
                .unreadableInput,
                "\(document.name): neither a section nor hexadecimal digits nor base64")
        }
        return bytes
    }
}

extension SpliceInfoSection {
    /// The section as JSON with sorted keys. What it does not have is left out.
    fileprivate var inspection: JSONValue {
        var members: [JSONMember] = [
            JSONMember("command", .string(command.name)),
            // A section with another checksum is refused.
            JSONMember("crcValid", true),
            JSONMember("ptsAdjustment", .decimal(adjustment.seconds)),
            JSONMember("segmentations", .array(segmentations.map(\.inspection))),
        ]
        if let time = command.time { members.append(JSONMember("ptsTime", .decimal(time.seconds))) }
        if case .insert(let insert) = command { members += insert.inspection }
        return .object(members.sorted { $0.key < $1.key })
    }
}

extension SpliceInsert {
    fileprivate var inspection: [JSONMember] {
        let identity = [
            JSONMember("cancel", .bool(isCancelled)),
            JSONMember("eventId", .integer(Int64(eventID))),
        ]
        guard !isCancelled else { return identity }
        var members =
            identity + [
                JSONMember("immediate", .bool(isImmediate)),
                JSONMember("outOfNetwork", .bool(leavesNetwork)),
                JSONMember("uniqueProgramId", .integer(Int64(uniqueProgramID))),
            ]
        if availNumber > 0 || availsExpected > 0 {
            members += [
                JSONMember("availNum", .integer(Int64(availNumber))),
                JSONMember("availsExpected", .integer(Int64(availsExpected))),
            ]
        }
        if let duration {
            members += [
                JSONMember("autoReturn", .bool(duration.returnsAutomatically)),
                JSONMember("duration", .decimal(duration.length.seconds)),
            ]
        }
        return members
    }
}

extension SegmentationDescriptor {
    fileprivate var inspection: JSONValue {
        guard !isCancelled else {
            return ["cancel": true, "eventId": .integer(Int64(eventID))]
        }
        return .present([
            "cancel": false,
            "duration": JSONValue(duration?.seconds),
            "eventId": .integer(Int64(eventID)),
            "segmentNum": .integer(Int64(segmentNumber)),
            "segmentsExpected": .integer(Int64(segmentsExpected)),
            "typeId": .integer(Int64(typeID)),
            "upid": .string(upidDigits),
            "upidType": .integer(Int64(upidType)),
        ])
    }
}
