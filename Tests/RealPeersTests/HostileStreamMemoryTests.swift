import Foundation
import TestFiles
import TestServers
import Testing

/// A player's memory for streams that a stranger names.
@Suite("The memory of a player", .timeLimit(.minutes(10)))
struct HostileStreamMemoryTests {
    @Test("stays bounded over streams without audio, and is released after each")
    func givenBack() async throws {
        let streams = SoundlessStream.all.filter { $0.testDescription.contains("AAC") }
        try #require(streams.count == 2)
        let server = FaultServer { request, _ in
            let stream = streams[request.target == "/0" ? 0 : 1]
            return [
                .head("200 OK", "Content-Type: \(stream.type)"), .send(stream.beginning),
                .pourAgain(stream.rest),
            ]
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try Self.silence.write(to: URL(filePath: folder.file("silence.wav")))
        let player = try Player(folder.file("silence.wav"), [])
        _ = try await onThread { try player.wait(for: "session.playing") }
        let process = try #require(try player.socketName?.filter(\.isNumber))
        let idle = try Self.byteCount("VmRSS", of: process)
        for number in 0..<4 {
            let address = server.address("/\(number % 2)")
            let run = try await onThread { try player.control("play", address) }
            #expect(run.status == 1, "\(run.errors)")
        }
        // One takes 40 MB, and on a busy machine its threads may still run when the next one
        // begins.
        let peak = try Self.byteCount("VmHWM", of: process)
        #expect(peak - idle < 200 << 20, "\(idle >> 20) MB before, \(peak >> 20) MB at most")
        // A thread releases its memory after the answer: on a busy machine, seconds after.
        var rest = try Self.byteCount("VmRSS", of: process)
        let deadline = ContinuousClock.now + .seconds(60)
        while rest - idle > 60 << 20, .now < deadline {
            _ = try await onThread { try player.control("status") }
            rest = try Self.byteCount("VmRSS", of: process)
        }
        #expect(rest - idle <= 60 << 20, "\(idle >> 20) MB before, \(rest >> 20) MB after")
        player.interrupt()
        #expect(try await onThread { player.finish(within: .seconds(60)) }.status == 0)
    }

    @Test("has one arena of the allocator, however many its threads are")
    func arenas() async throws {
        let folder = try TemporaryFolder()
        try Self.silence.write(to: URL(filePath: folder.file("silence.wav")))
        let player = try Player(folder.file("silence.wav"), [])
        _ = try await onThread { try player.wait(for: "session.playing") }
        let process = try #require(try player.socketName?.filter(\.isNumber))
        #expect(try Self.heapCount(of: process) == 0)
        player.interrupt()
        #expect(try await onThread { player.finish(within: .seconds(60)) }.status == 0)
    }

    /// The number of heaps that arenas other than the main one have in that process.
    ///
    /// glibc reserves 64 MB for a heap, at a multiple of that, and makes only its beginning
    /// accessible.
    private static func heapCount(of process: String) throws -> Int {
        let mappings = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
            .split(separator: "\n").map { line in
                let fields = line.split(separator: " ")
                let bounds = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
                return (range: bounds[0]..<bounds[1], permissions: fields[1])
            }
        return zip(mappings, mappings.dropFirst()).count { heap, rest in
            heap.permissions == "rw-p" && heap.range.lowerBound.isMultiple(of: 64 << 20)
                && rest.permissions == "---p" && rest.range.lowerBound == heap.range.upperBound
                && rest.range.upperBound.isMultiple(of: 64 << 20)
        }
    }

    /// A field of the kernel's account of that process's memory.
    private static func byteCount(_ field: String, of process: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(field) })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }

    /// A WAV file of twenty minutes: 8000 Hz, one channel, 8 bits.
    private static let silence: Data = {
        let count = UInt32(20 * 60 * 8000)
        func bytes(_ number: UInt32) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian, Array.init)
        }
        let header =
            Array("RIFF".utf8) + bytes(36 + count) + Array("WAVEfmt ".utf8) + bytes(16)
            + [1, 0, 1, 0] + bytes(8000) + bytes(8000) + [1, 0, 8, 0] + Array("data".utf8)
            + bytes(count)
        return Data(header) + Data(repeating: 0x80, count: Int(count))
    }()
}
