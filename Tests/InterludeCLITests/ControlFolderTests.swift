import Glibc
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("Control folder")
struct ControlFolderTests {
    @Test("is the runtime folder, if there is one")
    func runtime() throws {
        let folder = try TemporaryFolder()
        let control = ControlFolder(environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(control.path == folder.path)
        #expect(control.socketPath(of: 12).hasSuffix("/interlude-12.sock"))
    }

    @Test("is the user's own elsewhere", arguments: [nil, "relative", "/nowhere/at/all"])
    func fallback(runtime: String?) {
        let control = ControlFolder(environment: runtime.map { ["XDG_RUNTIME_DIR": $0] } ?? [:])
        let uid = getuid()
        #expect(["/run/user/\(uid)", "/tmp/interlude-\(uid)"].contains(control.path))
    }

    @Test("a link to a folder is refused")
    func link() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("link")
        symlink(folder.path, path)
        #expect(!ControlFolder(path: path).isOurs)
    }
}
