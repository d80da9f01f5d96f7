import AdPlayback
import Advertising
import PCMAudio
import Testing

@testable import Interlude

@Suite("The loads of mute music and of spots to be measured")
struct AccompanimentShellTests {
    private static let failure = SpotEvent.failed(SpotFailure(.loadTimeout, "too slow"))

    private func shell() -> AccompanimentShell {
        AccompanimentShell(
            spots: SilentSpots(), voices: nil, lists: nil, decisions: nil, mailbox: Mailbox())
    }

    @Test("count their first end only: mute music that comes after its limit is not kept")
    func lateMusic() {
        var shell = shell()
        shell.loadMuteMusic(from: "music", 1)
        #expect(shell.takeMuteMusic(Self.failure, 1).count == 1)
        #expect(shell.takeMuteMusic(.loaded(.made()), 1).isEmpty)
        #expect(shell.muteMusic == nil && shell.needsMuteMusic)
        // Nor does it end the next load.
        shell.loadMuteMusic(from: "music", 2)
        #expect(shell.takeMuteMusic(.loaded(.made()), 1).isEmpty)
        #expect(shell.takeMuteMusic(.loaded(.made()), 2).count == 1)
        // A limit that was on its way takes back nothing.
        #expect(shell.takeMuteMusic(Self.failure, 2).isEmpty)
        #expect(shell.muteMusic != nil && !shell.needsMuteMusic)
    }

    @Test("count their first end only: a length that comes after its limit is not known")
    func lateFill() {
        var shell = shell()
        shell.measureFill(0, .spot(1, frames: 1), 1)
        #expect(shell.takeFill(Self.failure, of: 0, 1).count == 1)
        #expect(shell.takeFill(.loaded(.made()), of: 0, 1).isEmpty)
        shell.measureFill(0, .spot(1, frames: 1), 2)
        #expect(shell.takeFill(.loaded(.made()), of: 0, 1).isEmpty)
        #expect(shell.takeFill(.loaded(.made()), of: 0, 2).count == 1)
    }
}

extension LoadedSpot {
    fileprivate static func made() -> LoadedSpot {
        let store = SampleStore(capacity: 1)
        let samples: [Float] = [0, 0]
        _ = store.append(samples.span)
        store.finish()
        return LoadedSpot(store: store)
    }
}

/// Spots whose loads report nothing.
private struct SilentSpots: SpotSupply {
    private final class Load: SpotLoad {
        func cancel() {}
    }

    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotEvent) -> Void
    ) -> any SpotLoad { Load() }
}
