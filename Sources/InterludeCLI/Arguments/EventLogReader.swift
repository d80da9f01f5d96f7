import Glibc
import Platform

/// Reads event logs of any length.
enum EventLogReader {
    /// The most bytes of a line. A longer one is no event.
    private static let longestLine = 1 << 20

    /// Calls `take` with each line of the file at `path`, or of standard input for `-`. Blocks.
    static func read(
        _ path: String, _ take: ([UInt8]) throws(CommandError) -> Void
    ) throws(CommandError) {
        guard path != "-" else { return try read(STDIN_FILENO, of: "standard input", take) }
        try InputFile.require(at: path)
        let file: OwnedDescriptor
        do throws(SystemError) {
            file = try OwnedDescriptor(opening: path, O_RDONLY)
        } catch {
            throw InputFile.failure(error.code, at: path)
        }
        try read(file.number, of: path, take)
    }

    private static func read(
        _ descriptor: Int32, of name: String, _ take: ([UInt8]) throws(CommandError) -> Void
    ) throws(CommandError) {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            let block: [UInt8]
            do throws(SystemError) {
                block = try Descriptor.read(from: descriptor, atMost: 1 << 16)
            } catch {
                throw CommandError(
                    .missingInput,
                    "\(name): cannot read it: \(error); name a file of 'interlude play --events'")
            }
            if block.isEmpty { break }
            for piece in block.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
            ).enumerated() {
                if piece.offset > 0 {
                    try pass(&line, isTooLong, to: take)
                    isTooLong = false
                }
                isTooLong = isTooLong || line.count + piece.element.count > longestLine
                if !isTooLong { line += piece.element }
            }
        }
        try pass(&line, isTooLong, to: take)
    }

    /// Passes on a line without its end, which may be CR and LF; an empty one is none.
    private static func pass(
        _ line: inout [UInt8], _ isTooLong: Bool, to take: ([UInt8]) throws(CommandError) -> Void
    ) throws(CommandError) {
        defer { line.removeAll(keepingCapacity: true) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if !line.isEmpty || isTooLong { try take(isTooLong ? [] : line) }
    }
}
