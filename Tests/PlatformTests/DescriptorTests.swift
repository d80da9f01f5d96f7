import Glibc
import Platform
import Testing

@Suite("A descriptor")
struct DescriptorTests {
    @Test("takes a whole text, and returns it up to its end")
    func whole() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let output = OwnedDescriptor(ends[0])!
        do {
            let input = OwnedDescriptor(ends[1])!
            try Descriptor.write("é and more", to: input.number)
            try Descriptor.write("", to: input.number)
        }
        var bytes: [UInt8] = []
        while true {
            let part = try Descriptor.read(from: output.number, atMost: 4)
            if part.isEmpty { break }
            #expect(part.count <= 4)
            bytes += part
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "é and more")
    }

    @Test("that takes only a part of a text is an error")
    func partly() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let output = OwnedDescriptor(ends[0])!
        let input = OwnedDescriptor(ends[1])!
        // A pipe holds less than the text, and a nonblocking call writes as much as fits.
        try #require(fcntl(input.number, F_SETFL, O_WRONLY | O_NONBLOCK) == 0)
        let text = String(repeating: "a", count: 1 << 22)
        #expect(throws: SystemError(code: EAGAIN)) {
            try Descriptor.write(text, to: input.number)
        }
        #expect(try Descriptor.read(from: output.number, atMost: 1) == [UInt8(ascii: "a")])
    }

    @Test("that is opened is not inherited by other programs", arguments: [O_RDONLY, O_RDWR])
    func inheritance(flags: CInt) throws {
        let file = try OwnedDescriptor(opening: "/dev/null", flags)
        #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("is closed with its owner")
    func closing() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let output = OwnedDescriptor(ends[0])!
        do {
            let input = OwnedDescriptor(ends[1])!
            #expect(input.number == ends[1])
        }
        // The pipe ends once nothing can write to it.
        #expect(try Descriptor.read(from: output.number, atMost: 1).isEmpty)
    }

    @Test("that cannot be opened gives the reason")
    func failures() {
        #expect(throws: SystemError(code: ENOENT)) {
            _ = try OwnedDescriptor(opening: "/no such folder/file", O_RDONLY).number
        }
        #expect(throws: SystemError(code: EBADF)) { try Descriptor.write("a", to: -1) }
        #expect(throws: SystemError(code: EBADF)) { _ = try Descriptor.read(from: -1, atMost: 1) }
        #expect(throws: SystemError(code: ENOSPC)) {
            let full = try OwnedDescriptor(opening: "/dev/full", O_WRONLY)
            try Descriptor.write("a", to: full.number)
        }
        #expect(SystemError(code: ENOSPC).description == "No space left on device")
    }
}
