import Foundation
import Glibc
import TestFiles
import Testing

@testable import LatencyMeasuring

@Suite("The sound files of a measurement")
struct LatencyFilesTests {
    @Test("are in a folder of this user alone, which goes with its owner")
    func folder() throws {
        let folder: String
        do {
            let files = try LatencyFiles()
            folder = files.folder
            let attributes = try FileManager.default.attributesOfItem(atPath: folder)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            for (path, sound) in [
                (files.programme, CodedSound.programme),
                (files.otherProgramme, .otherProgramme), (files.spot, .spot),
                (files.markedSpot, .markedSpot),
            ] {
                let bytes = try Data(contentsOf: URL(filePath: path))
                // 44 bytes of header, and 8 for each frame.
                #expect(bytes.count == 44 + 8 * sound.frameCount)
            }
            let spot = try Data(contentsOf: URL(filePath: files.spot))
            #expect(Array(spot) == FloatWAV.file(of: CodedSound.spot.samples))
        }
        #expect(access(folder, F_OK) != 0)
    }

    @Test("are written beside the others on request")
    func more() throws {
        let files = try LatencyFiles()
        let path = try files.write([0.5, -0.5], to: "more")
        #expect(path == files.folder + "/more.wav")
        #expect(try Data(contentsOf: URL(filePath: path)).count == 52)
    }

    @Test("that cannot be written are named")
    func unwritable() throws {
        let files = try LatencyFiles()
        let error = #expect(throws: MeasurementError.self) {
            try files.write([0.5, -0.5], to: "none/more")
        }
        #expect(
            error
                == MeasurementError(
                    .cannotWrite, "\(files.folder)/none/more.wav: No such file or directory"))
    }

    @Test("are for players with their own sockets, and the server that is measured")
    func environment() throws {
        let stage = LatencyStage(
            server: "unix:/x", sinkName: "sink", files: try LatencyFiles())
        #expect(
            stage.environment
                == ["XDG_RUNTIME_DIR": stage.files.folder, "PULSE_SERVER": "unix:/x"])
        #expect(stage.exactOptions == stage.playOptions + ["--fade", "0ms"])
        #expect(
            stage.markedOptions.joined(separator: " ")
                == "--sink pulse:sink --break mute --match-loudness off --fade 0ms --cues icy "
                + "--fill \(stage.files.markedSpot)")
        #expect(stage.files.events == stage.files.folder + "/events.jsonl")
    }
}
