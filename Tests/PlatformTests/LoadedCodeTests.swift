import FoundationEssentials
import Glibc
import Testing

@testable import Platform

@Suite("The code of a process")
struct LoadedCodeTests {
    @Test("runs on after its pages were returned, and takes less memory")
    func returned() throws {
        // The tests of other rooms touch as much.
        let before = try Self.residentByteCount()
        LoadedCode.returnPages()
        let after = try Self.residentByteCount()
        #expect(after < before - (1 << 20), "\(before) bytes before, \(after) after")
        // Code of a library that the first call had loaded, and data that its loader relocated.
        #expect(String(cString: strerror(ENOENT)) == "No such file or directory")
        #expect(Self.description(of: 5) == "5")
    }

    @inline(never)
    private static func description(of number: some CustomStringConvertible) -> String {
        number.description
    }

    /// The resident bytes of files that this process maps.
    private static func residentByteCount() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(
            status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
        return try #require(Int(line.filter(\.isNumber))) << 10
    }
}
