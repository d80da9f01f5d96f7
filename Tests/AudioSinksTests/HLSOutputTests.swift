import Foundation
import HLSPlaylists
import MediaTime
import PCMAudio
import TestFiles
import TestServers
import TestSignals
import Testing

@testable import AudioSinks

@Suite("A folder with an HLS stream")
struct HLSOutputTests {
    @Test(
        "has the whole sound, the encoder's delay later, in its segments",
        arguments: ["", "?form=aac", "?part=500ms", "?form=aac&part=500ms"])
    func whole(settings: String) throws {
        let folder = try TemporaryFolder()
        let address = try HLSAddress(parsing: folder.file("live") + settings)
        let output = try output(address)
        try Self.write(programme, to: output)
        try output.close()
        let list = try playlist(in: folder)
        #expect(list.hasEnded)
        #expect(list.segments.count == 1)
        var bytes = Data()
        if let map = list.segments[0].map { bytes += try folder.data(of: "live/\(map.uri)") }
        for segment in list.segments { bytes += try folder.data(of: "live/\(segment.uri)") }
        let heard = try FFmpegDecoding(
            of: Array(bytes), as: address.form == .fmp4 ? "mp4" : "aac")
        #expect(heard.complaints == "")
        let likeness = Likeness(of: heard.samples.dropFirst(2 * 1024), to: programme)
        #expect(likeness.correlation > 0.99)
        #expect(!folder.names(in: "live").contains { $0.hasPrefix(".") })
    }

    @Test("has the parts of the open segment as files of their own")
    func parts() throws {
        let folder = try TemporaryFolder()
        let address = try HLSAddress(parsing: folder.file("live") + "?part=500ms")
        let output = try output(address)
        try Self.write(programme, to: output)
        let list = try playlist(in: folder)
        #expect(!list.openParts.isEmpty)
        for part in list.openParts {
            let bytes = try folder.data(of: "live/\(part.uri)")
            #expect(bytes.dropFirst(4).starts(with: "moof".utf8))
        }
    }

    @Test("that is gone for a while is lost and back, and output time goes on")
    func lost() throws {
        let folder = try TemporaryFolder()
        let address = try HLSAddress(parsing: folder.file("live") + "?segment=1s&segments=20")
        let output = try output(address)
        let reports = Guarded([SinkReport]())
        output.start { report in reports.withLock { $0.append(report) } }
        let second = [Float](repeating: 0.1, count: 2 * 48_000)
        for _ in 0..<3 { try Self.write(second, to: output) }
        try FileManager.default.moveItem(
            atPath: folder.file("live"), toPath: folder.file("away"))
        for _ in 0..<3 { try Self.write(second, to: output) }
        try FileManager.default.moveItem(
            atPath: folder.file("away"), toPath: folder.file("live"))
        for _ in 0..<3 { try Self.write(second, to: output) }
        try output.close()
        let seen = reports.withLock { $0 }
        #expect(seen.count == 2)
        guard case .listenersLost(let reason)? = seen.first else {
            Issue.record("no loss in \(seen)")
            return
        }
        #expect(reason.contains("No such file or directory"))
        #expect(seen.last == .listenersBack)
        let list = try playlist(in: folder)
        let dates = list.segments.compactMap(\.date?.sinceEpoch)
        #expect(list.segments.contains { $0.isGap })
        #expect(list.segments.first?.isGap == false && list.segments.last?.isGap == false)
        // Each begins where the one before it ends, to the microsecond of the text.
        for (index, segment) in list.segments.enumerated().dropLast() {
            let end = dates[index] + segment.duration
            #expect(abs((dates[index + 1] - end).inSeconds) < 0.000_003)
        }
    }

    @Test("goes on with the numbers of an earlier session")
    func restarted() throws {
        let folder = try TemporaryFolder()
        let address = try HLSAddress(parsing: folder.file("live"))
        for _ in 0..<2 {
            let output = try output(address)
            try Self.write(programme, to: output)
            try output.close()
        }
        let list = try playlist(in: folder)
        #expect(list.segments.map(\.uri) == ["0.m4s", "1.m4s"])
        #expect(list.segments.map(\.isDiscontinuous) == [false, true])
        #expect(folder.names(in: "live").contains("init-1.mp4"))
    }

    @Test("is refused if another program's playlist is in it, which stays as it is")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let text = "#EXTM3U\n#EXTINF:4,\nother.ts\n"
        let file = try folder.write(text.utf8, to: "live.m3u8")
        let address = try HLSAddress(parsing: folder.file("."))
        #expect(throws: SinkFailure.self) { try output(address) }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }

    @Test("marks a break that is heard before the next segment is there")
    func marks() throws {
        let folder = try TemporaryFolder()
        let address = try HLSAddress(parsing: folder.file("live") + "?segment=1s")
        let output = try output(address)
        let second = [Float](repeating: 0.1, count: 2 * 48_000)
        for _ in 0..<2 { try Self.write(second, to: output) }
        output.note(HeardBreak("1", start: FrameTime(50_000), plannedCount: nil))
        try Self.write(Array(second.prefix(200)), to: output)
        let list = try playlist(in: folder)
        #expect(list.dateRanges.map(\.id) == ["0-1"])
        #expect(list.segments.count == 1)
    }

    @Test(
        "belongs to a sink that reports its loss, and whose dates begin with 1970 in virtual time")
    func sink() throws {
        let folder = try TemporaryFolder()
        let address = try HLSAddress(parsing: folder.file("live") + "?segment=1s")
        let (mix, log) = (PublishedMix(), ReportLog())
        let sink = try HLSSink(address, clock: .virtual)
        sink.note(HeardBreak("1", start: FrameTime(10), plannedCount: nil))
        sink.start(rendering: mix, report: log.receive)
        mix.grantedEnd = FrameTime(96_000)
        #expect(log.waitUntilHeard(FrameTime(96_000)))
        let list = try playlist(in: folder)
        #expect(list.dateRanges.map(\.start?.sinceEpoch) == [.microseconds(208)])
        try FileManager.default.removeItem(atPath: folder.file("live"))
        mix.grantedEnd = FrameTime(192_000)
        #expect(log.first { if case .listenersLost = $0 { true } else { false } } != nil)
        try sink.finish(within: .seconds(5))
    }

    private func output(_ address: HLSAddress) throws -> HLSOutput {
        try HLSOutput(address, beginningAt: WallClockDate(sinceEpoch: .seconds(1_000)))
    }

    /// Writes interleaved samples in blocks, as a sink does.
    private static func write(_ samples: [Float], to output: HLSOutput) throws {
        for start in stride(from: 0, to: samples.count, by: 960) {
            let block = Array(samples[start..<min(start + 960, samples.count)])
            try output.write(block.span)
        }
    }

    private func playlist(in folder: TemporaryFolder) throws -> MediaPlaylist {
        let bytes = Array(try folder.data(of: "live/live.m3u8"))
        guard case .media(let list) = try HLSPlaylist(parsing: bytes) else {
            throw SinkFailure("not a media playlist")
        }
        return list
    }

    /// Five seconds of two chirps that never repeat.
    private var programme: [Float] {
        (0..<240_000).flatMap { frame in
            let time = Double(frame) / 48_000
            return [
                Float(0.4 * sin(2 * .pi * (200 * time + 400 * time * time))),
                Float(0.3 * sin(2 * .pi * (300 * time + 350 * time * time))),
            ]
        }
    }
}

extension TemporaryFolder {
    fileprivate func data(of name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: file(name)))
    }

    fileprivate func names(in name: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: file(name))) ?? []
    }
}
