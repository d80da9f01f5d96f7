import FoundationEssentials
import Glibc
import Testing

@testable import Platform

@Suite("A file without a name")
struct UnlinkedFileTests {
    private func read(
        _ file: UnlinkedFile, _ count: Int, at offset: Int
    ) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let failure = bytes.withUnsafeMutableBytes { buffer in
            do throws(SystemError) {
                try file.read(into: buffer, at: offset)
                return nil as SystemError?
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    @Test("has at each place what was written there last")
    func places() throws {
        let file = try UnlinkedFile(in: "/tmp", named: "interlude")
        try Array("abcdef".utf8).withUnsafeBytes { try file.write($0, at: 0) }
        try Array("XY".utf8).withUnsafeBytes { try file.write($0, at: 2) }
        #expect(try read(file, 4, at: 1) == Array("bXYe".utf8))
        #expect(try read(file, 0, at: 90) == [])
    }

    @Test("has nothing after its end, and says so")
    func end() throws {
        let file = try UnlinkedFile(in: "/tmp", named: "interlude")
        try Array("abcdef".utf8).withUnsafeBytes { try file.write($0, at: 0) }
        #expect(throws: SystemError(code: EIO)) { try read(file, 4, at: 3) }
        #expect(throws: SystemError(code: EIO)) { try read(file, 1, at: 6) }
    }

    @Test("leaves no entry in its folder, which must be there")
    func nameless() throws {
        var name = Array("/tmp/interlude-XXXXXX".utf8CString)
        mkdtemp(&name)
        let folder = String(
            decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do {
            let file = try UnlinkedFile(in: folder, named: "interlude")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            try Array("a".utf8).withUnsafeBytes { try file.write($0, at: 0) }
        }
        #expect(rmdir(folder) == 0)
        #expect(throws: SystemError(code: ENOENT)) {
            _ = try UnlinkedFile(in: folder, named: "interlude")
        }
    }

    @Test("is transferred piece by piece, also after an interruption, and until an error")
    func pieces() throws {
        var places: [Int] = []
        var interruptions = 2
        try UnlinkedFile.complete(5) { done in
            places.append(done)
            guard interruptions == 0 || done == 0 else {
                interruptions -= 1
                errno = EINTR
                return -1
            }
            return min(2, 5 - done)
        }
        #expect(places == [0, 2, 2, 2, 4])
        #expect(throws: SystemError(code: ENOSPC)) {
            try UnlinkedFile.complete(5) { done in
                errno = ENOSPC
                return done < 4 ? 2 : -1
            }
        }
        #expect(throws: SystemError(code: EIO)) { try UnlinkedFile.complete(1) { _ in 0 } }
        try UnlinkedFile.complete(0) { _ in
            Issue.record("nothing is to be done")
            return 0
        }
    }
}
