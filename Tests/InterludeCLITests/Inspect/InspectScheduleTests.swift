import Foundation
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("What 'inspect schedule' prints")
struct InspectScheduleTests {
    private func inspect(_ document: String) async throws -> String {
        let folder = try TemporaryFolder()
        let path = try folder.write(document.utf8, to: "schedule")
        return try await InspectScheduleCommand.inspect(.file(path: path)).description
    }

    @Test("is the breaks, the placeholders and the ads in seconds, with sorted keys")
    func understood() async throws {
        let printed = try await inspect(
            """
            {"ads": {"breaks": [{"breakId": "b", "timeOffset": 9.96, "duration": 31.94, "ads": [
             {"apiFramework": "VPAID", "duration": 1.94, "adParameters":
              {"user_id": "u", "placement_hash": "h", "vast_config_url": "get.truex.com/h"}},
             {"apiFramework": null, "duration": 30}]}]}}
            """)
        #expect(
            printed == #"{"breaks":[{"ads":[{"apiFramework":"VPAID","duration":1.94,"#
                + #""kind":"truex","parameters":{"configuration":"https://get.truex.com/h","#
                + #""placementHash":"h","stages":2,"userID":"u"},"start":9.96},"#
                + #"{"apiFramework":null,"duration":30,"kind":"linear","start":11.9}],"#
                + #""end":41.9,"id":"b","placeholder":{"end":11.9,"start":9.96},"#
                + #""position":"midroll","start":9.96,"truex":true}],"form":"uplynkPreplay"}"#)
        let object = try JSONSerialization.jsonObject(with: Data(printed.utf8))
        let sorted = try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        #expect(try keys(in: printed) == keys(in: String(decoding: sorted, as: UTF8.self)))
    }

    /// The keys of all objects, in document order.
    private func keys(in json: String) throws -> [Substring] {
        json.matches(of: try Regex(#""(\w+)":"#)).compactMap { $0.output[1].substring }
    }

    @Test("gives the place of a break whose time is unknown")
    func unplaced() async throws {
        let printed = try await inspect(
            #"<VMAP><AdBreak timeOffset="12.5%" breakType="linear"/></VMAP>"#)
        #expect(
            printed == #"{"breaks":[{"ads":[],"end":null,"position":"midroll","start":null,"#
                + #""timeOffset":"12.5%","truex":false}],"form":"vmap","#
                + #""remarks":["break 1: there is nothing in it; it never starts"]}"#)
    }

    @Test(
        "is an error in one line if nothing can be understood",
        arguments: ["", "{", "<html>", "{}", #"{"error": "No bid found"}"#])
    func refused(document: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(document.utf8, to: "schedule")
        do {
            _ = try await InspectScheduleCommand.inspect(.file(path: path))
            Issue.record("it was understood")
        } catch {
            #expect(error.status == .unreadableInput && error.description.hasPrefix(path))
            #expect(!error.description.contains { $0.isNewline })
        }
    }

    @Test("needs an existing input")
    func missing() async throws {
        let folder = try TemporaryFolder()
        for (input, status) in [
            (SourceArgument.file(path: folder.file("none")), CommandStatus.missingInput),
            (.file(path: folder.path), .missingInput),
            (.address("http://127.0.0.1:9/schedule.json"), .unavailable),
        ] {
            do {
                _ = try await InspectScheduleCommand.inspect(input)
                Issue.record("\(input) was understood")
            } catch {
                #expect(error.status == status)
            }
        }
    }
}
