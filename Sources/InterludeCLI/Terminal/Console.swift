import Foundation
import Glibc
import Interlude
import PlainText

/// Standard output and standard error of the command: nothing else writes to them but the event log,
/// a report and a recording, where they are asked for there.
///
/// Output may contain text from strangers, so all of it is made printable first. Callable from any
/// thread.
enum Console {
    /// Writes a line to standard error, after the command's name.
    static func say(_ words: String) {
        write("\(line(words))\n")
    }

    /// The line that ``say(_:)`` writes, without its end.
    static func line(_ words: String) -> String { "interlude: \(words)".printable() }

    /// Writes a line to standard output; the tabs in it stay.
    static func print(_ text: String) throws(CommandError) {
        let columns = text.split(separator: "\t", omittingEmptySubsequences: false)
        try output(columns.map { String($0).printable() }.joined(separator: "\t"))
    }

    /// Writes a document of one line to standard output.
    static func print(json text: String) throws(CommandError) {
        try output(text.escapingUnprintable)
    }

    /// Writes to standard error what was made of printable parts, as it is.
    ///
    /// A terminal that went away is no reason to stop the music.
    static func draw(_ text: TerminalText) {
        write(text.characters)
    }

    /// Writes help, a version or a completion script to standard output. It holds nothing that a
    /// stranger wrote, and stays as it is.
    static func print(ownText text: String) throws(CommandError) {
        try output(text)
    }

    private static func output(_ line: String) throws(CommandError) {
        do throws(SystemError) {
            try Descriptor.write(Data("\(line)\n".utf8), to: STDOUT_FILENO)
        } catch {
            throw CommandError(
                .cannotWrite,
                "standard output: cannot write: \(error); use another file")
        }
    }

    private static func write(_ text: String) {
        // try?: nobody can be told that standard error cannot be written.
        try? Descriptor.write(Data(text.utf8), to: STDERR_FILENO)
    }
}
