import Foundation
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("The environment variables")
struct EnvironmentVariableTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Read by the library for apps; the command plays no streams of an ad service.
    private static let ofApps: Set = ["INTERLUDE_REPORTS", "INTERLUDE_SERVICE"]

    @Test("that the sources read are in the help")
    func complete() throws {
        let listed = Set(EnvironmentVariables.all.map(\.key))
        let folders = FileManager.default.enumerator(
            at: Self.root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        var found: Set<String> = []
        for case let file as URL in try #require(folders) where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /(?:nvironment\[|getenv\()"(\w+)"/) {
                found.insert(String(match.1))
            }
        }
        #expect(found.count > 8, "\(found)")
        for name in found.subtracting(Self.ofApps) {
            // The lower-case names of proxies are named beside the others.
            #expect(listed.contains(name) || listed.contains(name.uppercased()), "\(name)")
        }
    }

    @Test("are in the manual page, and fit a terminal of 80 columns")
    func manual() throws {
        let manual = try String(
            contentsOf: Self.root.appending(path: "tools/install.d/interlude.1"), encoding: .utf8)
        for (name, _) in EnvironmentVariables.all {
            #expect(manual.contains("\n.It Ev \(name)\n"), "\(name)")
        }
        #expect(EnvironmentVariables.help.split(separator: "\n").allSatisfy { $0.count < 80 })
        #expect(InterludeCommand.helpMessage(columns: 80).contains("PULSE_SERVER  "))
    }
}
