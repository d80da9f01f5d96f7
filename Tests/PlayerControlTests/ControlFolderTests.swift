import Glibc
import TestFiles
import Testing

@testable import PlayerControl

@Suite("Control folder")
struct ControlFolderTests {
    @Test("is the runtime folder, if there is one")
    func runtime() throws {
        let folder = try TemporaryFolder()
        let control = ControlFolder(environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(control.path == folder.path)
        #expect(control.socketPath(of: 12).hasSuffix("/interlude-12.sock"))
    }

    @Test("is the user's own otherwise", arguments: [nil, "relative", "/nowhere/at/all"])
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

    @Test(
        "a folder that others can write to is refused, even one that the environment names",
        arguments: [(0o700, true), (0o755, true), (0o775, false), (0o757, false), (0o777, false)])
    func writable(mode: mode_t, isTaken: Bool) throws {
        let folder = try TemporaryFolder()
        #expect(chmod(folder.path, mode) == 0)
        let control = ControlFolder(environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(control.isOurs == isTaken)
        if isTaken {
            try control.prepare()
        } else {
            #expect(throws: ControlError.self) { try control.prepare() }
            #expect(control.players() == [])
        }
    }

    @Test(
        "a folder of our own is refused if others can even read it",
        arguments: [(0o700, true), (0o755, false), (0o701, false), (0o770, false)])
    func readable(mode: mode_t, isTaken: Bool) throws {
        let folder = try TemporaryFolder()
        #expect(chmod(folder.path, mode) == 0)
        #expect(ControlFolder(path: folder.path).isOurs == isTaken)
    }
}
