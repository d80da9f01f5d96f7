import Foundation
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("The destination of a report")
struct ReportFileTests {
    @Test("keeps its content until the page is written, which replaces it")
    func replaced() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("an older and longer page".utf8, to: "page.html")
        let file = try ReportFile(.file(path: path))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "an older and longer page")
        try file.write("page")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "page")
    }

    @Test(
        "is refused at once if nothing can be written", arguments: ["/nowhere/page.html", "/"])
    func refused(path: String) {
        let error = #expect(throws: CommandError.self) { try ReportFile(.file(path: path)) }
        #expect(error?.status == .cannotWrite)
        #expect(error?.description.contains("choose another --report") == true)
    }

    @Test("ends with 74 if the disk is full")
    func full() throws {
        let file = try ReportFile(.file(path: "/dev/full"))
        let error = #expect(throws: CommandError.self) { try file.write("page") }
        #expect(error?.status == .cannotWrite)
    }
}
