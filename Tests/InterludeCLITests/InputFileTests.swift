import Foundation
import Glibc
import Testing

@testable import InterludeCLI

@Suite("Input file")
struct InputFileTests {
    @Test(
        "each way in which a file cannot be read has its status and its remedy",
        arguments: [
            (ENOENT, .missingInput, "check the name"), (ENOTDIR, .missingInput, "check the name"),
            (EISDIR, .missingInput, "name a file in it"),
            (EACCES, .missingInput, "check its permissions"),
            (EIO, .missingInput, "Input/output error"),
            (EMFILE, .unavailable, "raise the limit with 'ulimit -n'"),
        ] as [(Int32, CommandStatus, String)])
    func failure(code: Int32, status: CommandStatus, remedy: String) {
        let error = InputFile.failure(code, at: "a.json")
        #expect(error.status == status)
        #expect(error.description.hasPrefix("a.json: ") && error.description.contains(remedy))
    }

    @Test("a file is read to its end, whatever error came before, and closed")
    func whole() throws {
        let path = "/proc/self/fd"
        let count = { try FileManager.default.contentsOfDirectory(atPath: path).count }
        let before = try count()
        for _ in 0..<300 {
            errno = EINTR
            #expect(try !InputFile.read("/proc/self/stat").isEmpty)
        }
        #expect(try count() < before + 200)
    }

    @Test("reading stops at a document's maximum size")
    func tooLong() {
        let error = #expect(throws: CommandError.self) {
            try InputFile.read("/dev/zero", atMost: 100_000)
        }
        #expect(error?.status == .unreadableInput)
    }
}
