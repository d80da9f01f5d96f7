import ArgumentParser
import FoundationEssentials
import Glibc
import HTTPAccess
import Platform

/// The argument that names the document to inspect.
struct DocumentArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A file, an http(s) address, or - for standard input.", valueName: "input"),
        transform: SourceArgument.init(parsing:))
    var input: SourceArgument
}

/// The whole document to inspect.
struct InspectedDocument {
    /// Its name in errors.
    let name: String

    let bytes: [UInt8]

    /// How large a document may be, and the advice about a larger one.
    struct Limit: Sendable {
        var byteCount: Int
        var advice = "use a smaller document"
        /// Why no document with this beginning is the right one; `nil` if one may be. An endless
        /// stream is refused by its beginning.
        var refusal: @Sendable ([UInt8]) -> String? = { _ in nil }
    }

    /// Reads or fetches the document at `input`.
    init(_ input: SourceArgument, maximumByteCount: Int) async throws(CommandError) {
        try await self.init(input, within: Limit(byteCount: maximumByteCount))
    }

    /// Reads or fetches the document at `input`, which is within `limit`.
    init(_ input: SourceArgument, within limit: Limit) async throws(CommandError) {
        switch input {
        case .file(let path):
            name = path
            bytes = Array(
                try InputFile.read(path, atMost: limit.byteCount, advice: limit.advice))
        case .standardInput:
            name = "standard input"
            bytes = try Self.read(STDIN_FILENO, name, limit)
        case .address(let address):
            guard let web = WebAddress(address) else {
                throw CommandError(.usage, "\(address): not an http(s) address; check it")
            }
            name = web.description
            bytes = try await Self.fetch(web, limit)
        }
    }

    private static func read(
        _ descriptor: CInt, _ name: String, _ limit: Limit
    ) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(SystemError) {
            while bytes.count <= limit.byteCount {
                let block = try Descriptor.read(from: descriptor, atMost: 1 << 16)
                if block.isEmpty { break }
                bytes += block
            }
        } catch {
            throw CommandError(.missingInput, "\(name): cannot read it; check the input")
        }
        guard bytes.count <= limit.byteCount else { throw tooLarge(name, limit) }
        return bytes
    }

    private static func fetch(
        _ address: WebAddress, _ limit: Limit
    ) async throws(CommandError) -> [UInt8] {
        let client = WebClient(
            configuration: WebClientConfiguration(
                environment: ProcessInfo.processInfo.environment))
        do {
            let document = try await client.download(
                WebRequest(address, from: .typed, headers: [.gzip]),
                maximumByteCount: limit.byteCount, within: .seconds(30),
                inspect: { beginning in
                    if let words = limit.refusal(beginning) { throw Refusal(words: words) }
                })
            await client.close()
            return document.bytes
        } catch let refusal as Refusal {
            await client.close()
            throw CommandError(.unreadableInput, "\(address): \(refusal.words)")
        } catch let error as HTTPAccessError {
            await client.close()
            if case .tooLarge = error.reason { throw tooLarge("\(address)", limit) }
            switch error.reason {
            case .encoded, .undecodable: throw CommandError(.unreadableInput, "\(error)")
            default: break
            }
            throw CommandError(.unavailable, "\(error)")
        } catch {
            await client.close()
            throw CommandError(.unavailable, "\(address): the connection broke off; try again")
        }
    }

    /// Thrown to end a download whose beginning is refused.
    private struct Refusal: Error {
        var words: String
    }

    private static func tooLarge(_ name: String, _ limit: Limit) -> CommandError {
        CommandError(
            .unreadableInput,
            "\(name): larger than the limit of \(limit.byteCount) bytes; \(limit.advice)")
    }
}
