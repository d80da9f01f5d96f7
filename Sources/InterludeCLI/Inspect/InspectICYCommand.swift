import AdCues
import ArgumentParser
import FoundationEssentials
import Interlude
import MediaTime

/// `interlude inspect icy INPUT`: prints a metadata block of an ICY stream.
struct InspectICYCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "icy",
        abstract: "Print a metadata block of an ICY stream.",
        discussion: """
            Reads one block, with or without its length byte and its padding, and prints one JSON \
            object. "ad" says whether the block announces an advertisement; times are seconds.
            """)

    @Argument(
        help: ArgumentHelp(
            "The block as text, or a file, an http(s) address, or - for standard input.",
            valueName: "input"))
    var input: String

    func run() async throws {
        try await InspectCommand.print { () async throws(CommandError) -> JSONValue in
            try await Self.inspect(input)
        }
    }

    static func inspect(_ input: String) async throws(CommandError) -> JSONValue {
        let bytes = try await bytes(of: input)
        let metadata = ICYMetadata(parsing: bytes)
        guard !metadata.fields.isEmpty || bytes.allSatisfy({ $0 == 0 }) else {
            throw CommandError(
                .unreadableInput, "no field in it, as in StreamTitle='…';")
        }
        return metadata.inspection
    }

    /// The block without its length byte.
    private static func bytes(of input: String) async throws(CommandError) -> [UInt8] {
        let isText = input.isEmpty || input.contains("='")
        guard !isText || FileManager.default.fileExists(atPath: input) else {
            return Array(input.utf8)
        }
        let source: SourceArgument
        do throws(UnusableArgument) {
            source = try SourceArgument(parsing: input)
        } catch {
            throw CommandError(.usage, "\(error)")
        }
        let document = try await InspectedDocument(
            source,
            within: InspectedDocument.Limit(
                byteCount: ICYMetadata.maximumByteCount + 1,
                advice: "this is no metadata block; for a stream use 'interlude inspect stream'"))
        let bytes = document.bytes
        let hasLength = bytes.first.map { Int($0) * 16 == bytes.count - 1 } ?? false
        return Array(hasLength ? bytes.dropFirst() : bytes[...])
    }
}

extension ICYMetadata {
    /// The block as JSON with sorted keys. What it does not have is left out.
    fileprivate var inspection: JSONValue {
        let ad = ad
        var named: [String: JSONValue] = [:]
        for field in fields where named[field.key] == nil {
            named[field.key] = .string(field.value)
        }
        let members = named.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
        return .present([
            "ad": .bool(ad != nil),
            "adId": JSONValue(self["adId"]),
            "duration": JSONValue(ad?.duration?.inSeconds),
            "fields": .object(members),
            "insertion": JSONValue(insertionType),
            "title": JSONValue(title),
            "url": JSONValue(url),
        ])
    }
}
