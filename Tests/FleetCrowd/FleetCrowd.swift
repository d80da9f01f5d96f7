import FleetControl
import Glibc

/// The program of `tools/fleet`: many players of a fleet in one process, or an operator.
@main
enum FleetCrowd {
    static func main() {
        do {
            switch Array(CommandLine.arguments.dropFirst()) {
            case let words where words.first == "play" && words.count >= 5:
                let first = try number(words[1])
                try Crowd(
                    places: try words[4...].map { try FleetAddress(parsing: $0) },
                    folder: words[3]
                ).play(first..<first + (try number(words[2])))
            case let words where words.first == "push" && words.count == 3:
                try Operator.push(id: words[2], to: try FleetAddress(parsing: words[1]))
            default:
                throw FleetFailure(
                    "usage: FleetCrowd play FIRST COUNT FOLDER ADDRESS…, or push ADDRESS ID")
            }
        } catch {
            let line = Array("FleetCrowd: \(error)\n".utf8)
            write(STDERR_FILENO, line, line.count)
            exit(1)
        }
    }

    private static func number(_ text: String) throws -> Int {
        guard let number = Int(text), number >= 0 else {
            throw FleetFailure("'\(text)' is no number")
        }
        return number
    }
}
