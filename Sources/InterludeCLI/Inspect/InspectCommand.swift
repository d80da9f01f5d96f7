import Advertising
import ArgumentParser
import Glibc
import Interlude
import PlainText

/// `interlude inspect schedule INPUT`: prints the breaks of a schedule.
struct InspectScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Print the breaks and the true[X] placeholders of a schedule.",
        discussion: """
            Reads preplay and ping answers of Uplynk, VAST and VMAP (also of Google DAI) with \
            true[X] placeholders, and plain lists of breaks. Prints a table on a terminal, and \
            elsewhere one JSON object; times are seconds of the stream. For another document it \
            ends with status 65, and prints an object with "error" in place of the schedule. \
            Addresses in the document are not fetched.
            """)

    @OptionGroup var document: DocumentArgument

    func run() async throws {
        guard isatty(STDOUT_FILENO) == 0 else {
            // The error is shown once, on standard error.
            for line in try await Self.schedule(document.input).table { try Console.print(line) }
            return
        }
        try await InspectCommand.print { () async throws(CommandError) -> JSONValue in
            try await Self.inspect(document.input)
        }
    }

    /// The schedule at `input`, as printed where there is no terminal.
    static func inspect(_ input: SourceArgument) async throws(CommandError) -> JSONValue {
        try await schedule(input).inspection
    }

    private static func schedule(_ input: SourceArgument) async throws(CommandError) -> AdSchedule {
        let document = try await InspectedDocument(
            input, maximumByteCount: AdSchedule.maximumByteCount)
        do throws(AdScheduleError) {
            return try AdSchedule(parsing: document.bytes, address: document.name)
        } catch {
            throw CommandError(.unreadableInput, "\(error)")
        }
    }
}

/// `interlude inspect KIND INPUT`: prints the contents of a document.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print the contents of a document as Interlude reads it.",
        subcommands: [
            InspectScheduleCommand.self, InspectHLSCommand.self, InspectSpliceCommand.self,
            InspectICYCommand.self, InspectVASTCommand.self, InspectVMAPCommand.self,
            InspectStreamCommand.self,
        ])

    /// Prints the JSON object that `understand` returns. For an input that it cannot read, prints an
    /// object with "error", and throws.
    static func print(
        _ understand: () async throws(CommandError) -> JSONValue
    ) async throws {
        do throws(CommandError) {
            try Console.print(json: "\(await understand())")
        } catch {
            if error.status == .unreadableInput {
                let error = JSONMember("error", .string(error.description.printable()))
                try Console.print(json: "\(JSONValue.object([error]))")
            }
            throw error
        }
    }
}
