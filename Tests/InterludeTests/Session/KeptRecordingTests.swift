import Foundation
import TestFiles
import TestSignals
import Testing

@testable import Interlude

@Suite("A recording of an earlier version")
struct KeptRecordingTests {
    @Test("replays to the identical log", arguments: KeptRecording.all.map(\.name))
    func replays(name: String) async throws {
        let kept = try #require(KeptRecording.all.first { $0.name == name })
        let recording = try await kept.data()
        var log: [String] = []
        try SessionRecording.replay(recording, named: name) { log.append($0.json.description) }
        #expect(log.count > 5)
        let before = try KeptText("recordings/\(name)", recording: log)
        #expect(FirstDifference(log, from: before.lines) == nil)
    }

    @Test("has some kilobytes, and every kind of event")
    func sizes() async throws {
        var kinds: Set<String> = []
        for kept in KeptRecording.all {
            let recording = try await kept.data()
            #expect(recording.count < 100_000, "\(kept.name)")
            for line in recording.split(separator: UInt8(ascii: "\n")).dropFirst() {
                let event = try JSONDecoder().decode(SessionEvent.self, from: line)
                kinds.insert(String("\(event)".prefix { $0 != "(" }))
            }
        }
        for kind in ["planRefused", "starved", "exhausted", "sinkHeld", "truex", "source"] {
            #expect(kinds.contains(kind), "\(kind)")
        }
    }
}
