import AdPlayback
import Advertising
import Foundation
import MediaTime

@testable import Interlude

/// Lines of the control socket, and their effect on a session.
enum ControlFuzz: FuzzTarget {
    static let name = "control"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + [
            "\"verb\":", "\"push\"", "\"delay\"", "\"seek\"", "\"volume\"", "\"play\"", "\"live\"",
            "\"seconds\":", "\"gain\":", "\"source\":", "\"spots\":[",
        ] + JSONWords.spot

    static func run(_ bytes: [UInt8]) {
        var session = FuzzedSession()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // try?: a malformed line is refused.
            guard let request = try? JSONDecoder().decode(ControlRequest.self, from: Data(line))
            else { continue }
            precondition(
                (try? JSONEncoder().encode(request)) != nil, "a request cannot be written back")
            if let command = SessionCommand(request) { session.obey(command) }
        }
        session.goOn()
    }
}
