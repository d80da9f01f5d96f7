import TestServers
import Testing

@Suite("The usage of a tool")
struct ToolUsageTests {
    @Test("is printed in any folder, by a path from there")
    func anyFolder() throws {
        let run = try Command(
            ["sh", "-c", "cd '\(Install.home)/docs' && ../tools/package --help"]
        ).successful()
        #expect(run.output.hasPrefix("usage: tools/package "))
        #expect(run.errors == "")
    }
}
