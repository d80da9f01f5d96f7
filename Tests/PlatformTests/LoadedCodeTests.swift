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

    @Test(
        "stays where its loader wrote addresses into it, as its dynamic section says",
        arguments: [
            ([], false), ([(DT_TEXTREL, 0)], true), ([(DT_FLAGS, DF_TEXTREL)], true),
            ([(DT_FLAGS, DF_BIND_NOW)], false), ([(DT_NEEDED, DF_TEXTREL)], false),
            ([(DT_NEEDED, 1), (DT_FLAGS, DF_TEXTREL | DF_BIND_NOW)], true),
        ] as [([(Int32, Int32)], Bool)])
    func relocated(entries: [(tag: Int32, value: Int32)], isRelocated: Bool) {
        // What follows the end means nothing.
        let section = (entries + [(DT_NULL, 0), (DT_TEXTREL, 0)]).map { tag, value in
            var entry = Elf64_Dyn()
            entry.d_tag = Int64(tag)
            entry.d_un.d_val = UInt64(clamping: value)
            return entry
        }
        #expect(
            section.withUnsafeBufferPointer { LoadedCode.isRelocated($0.baseAddress!) }
                == isRelocated)
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
