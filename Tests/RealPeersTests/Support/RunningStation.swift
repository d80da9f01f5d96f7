import Foundation
import TestServers
import Testing

/// A JSON object.
struct JSONText {
    let text: String
    private let members: [String: Any]

    init(_ text: String) throws {
        self.text = text
        members = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    subscript(name: String) -> Any? { members[name] }
}

/// The built `interlude station` as a process.
final class RunningStation: Sendable {
    private let process: ServerProcess
    private let line: String

    init(_ arguments: [String]) throws {
        process = ServerProcess(
            arguments: [Player.executable, "station", "--json"] + arguments,
            environment: ["INTERLUDE_MEDIA": Peers.sample("")])
        let output = ProcessOutput()
        try process.start(output: output)
        line = try #require(
            output.wait(within: .seconds(30)) { bytes in
                bytes.firstIndex(of: UInt8(ascii: "\n")).map {
                    String(decoding: bytes[..<$0], as: UTF8.self)
                }
            })
    }

    deinit {
        process.stop()
    }

    func address(_ name: String) throws -> String {
        try #require(JSONText(line)[name] as? String)
    }

    func address(form: String) throws -> String {
        let forms = try #require(JSONText(line)["hlsForms"] as? [String: String])
        return try #require(forms[form])
    }
}
