import Advertising
import ArgumentParser
import Interlude
import PlainText

/// `interlude inspect schedule INPUT`: prints the breaks of a schedule.
struct InspectScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Print the breaks and the true[X] placeholders of a schedule.",
        discussion: """
            Reads preplay and ping answers of Uplynk, VAST and VMAP (also of Google DAI) with \
            true[X] placeholders, and plain lists of breaks. Prints one JSON object; times are \
            seconds of the stream. For another document it prints an object with "error", and ends \
            with status 65. Addresses in the document are not fetched.
            """)

    @Argument(
        help: ArgumentHelp(
            "A file, an http(s) address, or - for standard input.", valueName: "input"),
        transform: SourceArgument.init(parsing:))
    var input: SourceArgument

    func run() async throws {
        do throws(CommandError) {
            try Console.print(json: "\(await Self.inspect(input))")
        } catch {
            if error.status == .unreadableInput {
                let error = JSONMember("error", .string(error.description.printable()))
                try Console.print(json: "\(JSONValue.object([error]))")
            }
            throw error
        }
    }

    /// The schedule at `input`, as printed.
    static func inspect(_ input: SourceArgument) async throws(CommandError) -> JSONValue {
        let document = try await InspectedDocument(
            input, maximumByteCount: AdSchedule.maximumByteCount)
        do throws(AdScheduleError) {
            return try AdSchedule(parsing: document.bytes, address: document.name).inspection
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
        subcommands: [InspectScheduleCommand.self])
}
