import Glibc
import Interlude
import PlainText
import Platform

/// Standard output and standard error. Only an event log, a report or a recording on standard output
/// is written elsewhere.
///
/// All output is made printable, because it may contain text from outside. Callable from any thread.
enum Console {
    /// Writes a line to standard error, with the name of the command. A narrow terminal gets it in
    /// several lines.
    static func say(_ words: String) {
        write(lines(words, on: .current).map { "\($0)\n" }.joined())
    }

    /// The lines that ``say(_:)`` writes, without their ends: one if there is no terminal.
    static func lines(_ words: String, on terminal: TerminalSize?) -> [String] {
        guard let terminal else { return [line(words)] }
        // Some terminals wrap in the last column.
        return TextColumns.paragraph(line(words), within: terminal.columns - 1)
    }

    static func line(_ words: String) -> String { "interlude: \(words)".printable() }

    /// Writes a line to standard output; keeps its tabs.
    static func print(_ text: String) throws(CommandError) {
        let columns = text.split(separator: "\t", omittingEmptySubsequences: false)
        try output(columns.map { String($0).printable() }.joined(separator: "\t"))
    }

    /// Writes a document of one line to standard output.
    static func print(json text: String) throws(CommandError) {
        try output(text.escapingUnprintable)
    }

    /// Writes text for a terminal to standard error. Ignores a terminal that is gone.
    static func draw(_ text: TerminalText) {
        write(text.characters)
    }

    /// Writes help, the version or a completion script to standard output, unchanged: it has no text
    /// from outside.
    static func print(ownText text: String) throws(CommandError) {
        try output(text)
    }

    private static func output(_ line: String) throws(CommandError) {
        do throws(SystemError) {
            try Descriptor.write("\(line)\n", to: STDOUT_FILENO)
        } catch {
            throw CommandError(
                .cannotWrite,
                "standard output: cannot write: \(error); use another file")
        }
    }

    private static func write(_ text: String) {
        // try?: a failure of standard error cannot be reported.
        try? Descriptor.write(text, to: STDERR_FILENO)
    }
}

/// Standard input, output and error.
enum StandardStreams {
    /// Opens `/dev/null`, for reading only, in place of each that the caller has closed.
    ///
    /// Otherwise the next opened descriptor, such as a connection, would take its number.
    static func occupy() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // The lowest free number is this one.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
