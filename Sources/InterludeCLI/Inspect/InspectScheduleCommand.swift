import Advertising
import ArgumentParser
import Interlude
import PlainText

/// `interlude inspect schedule INPUT`: the breaks and placeholders of a stream.
struct InspectScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Prints the breaks of a schedule, and where true[X] may be offered.",
        discussion: """
            Takes Uplynk's preplay and ping answers, VAST and VMAP (also of Google DAI) with true[X] \
            placeholders, and plain lists of breaks. Prints one JSON object; times are seconds of \
            the stream. What cannot be understood gives an object with "error" in it, and exit \
            status 65. Nothing that the document names is fetched.
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

    /// What is printed of the schedule at `input`.
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
