import Glibc
import Platform
import Testing

@Suite("An owned descriptor")
struct OwnedDescriptorTests {
    @Test("is none after a failed call")
    func failed() {
        if OwnedDescriptor(-1) != nil { Issue.record("owns -1") }
        #expect(throws: SystemError(code: ENOENT)) {
            _ = try OwnedDescriptor(opening: "/nowhere/file", O_RDONLY)
        }
    }

    @Test("may be the first one of the process")
    func first() async {
        await #expect(processExitsWith: .success) {
            let other = open("/dev/null", O_RDONLY)
            guard let first = OwnedDescriptor(dup2(other, 0)) else { exit(1) }
            precondition(first.number == 0)
        }
    }

    @Test("creates a file that others may read and write, as far as the mask allows")
    func permissions() async {
        await #expect(processExitsWith: .success) {
            umask(0)
            var name = Array("/tmp/interlude-XXXXXX".utf8CString)
            mkdtemp(&name)
            let folder = String(
                decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let path = folder + "/file"
            _ = try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT)
            var state = stat()
            stat(path, &state)
            unlink(path)
            rmdir(folder)
            precondition(state.st_mode & 0o777 == 0o666)
        }
    }
}
