import Advertising
import Interlude
import PCMAudio
import Testing

@testable import LinuxDesktop

@Suite("What the desktop is shown")
struct MediaPlayerTests {
    private let start = ContinuousClock.now

    /// A player with a file of one minute.
    private func filePlayer() -> MediaPlayer {
        var player = MediaPlayer(PlayerStatus(state: .connecting, source: "show.wav"))
        _ = player.receive(fileStatus(at: .zero), at: start)
        return player
    }

    private func fileStatus(
        _ state: PlayerStatus.State = .playing, at position: Duration, adBreak: BreakStatus? = nil
    ) -> PlayerStatus {
        var status = PlayerStatus(
            state: state, source: "show.wav", position: position, length: .seconds(60),
            adBreak: adBreak)
        status.controls.skip = adBreak != nil
        status.controls.pause = adBreak == nil && state != .paused
        status.controls.resume = state == .paused
        status.controls.seek = adBreak == nil
        return status
    }

    private func spot(_ number: Int, remaining: Duration) -> BreakStatus {
        let advertisement = Advertisement(
            id: number, title: "Spot \(number)", audioFileURL: "spot.ogg",
            description: "To the islands", bannerFileURL: "http://example.org/\(number).png")
        return BreakStatus(
            slot: UInt64(number), advertisement,
            spotNumber: number, spotCount: 2, spotRemaining: remaining)
    }

    @Test("the passing of time is not reported")
    func steady() {
        var player = filePlayer()
        for tenth in 1...100 {
            let time = Duration.milliseconds(100 * tenth)
            let changes = player.receive(fileStatus(at: time), at: start + time)
            #expect(changes.isEmpty)
        }
    }

    @Test("a jump is reported, with its target")
    func jump() {
        var player = filePlayer()
        let status = fileStatus(at: .seconds(30))
        let changes = player.receive(status, at: start + .seconds(1))
        #expect(changes == MediaChanges(seekedTo: .seconds(30)))
    }

    @Test("a pause is reported, and takes no time")
    func pause() {
        var player = filePlayer()
        let paused = fileStatus(.paused, at: .seconds(2))
        let changes = player.receive(paused, at: start + .seconds(2))
        #expect(changes == MediaChanges(changed: [.playbackStatus]))
        let still = player.receive(paused, at: start + .seconds(50))
        #expect(still.isEmpty)
        let status = fileStatus(at: .seconds(2))
        let back = player.receive(status, at: start + .seconds(52))
        #expect(back == MediaChanges(changed: [.playbackStatus]))
    }

    @Test("without a sound device it is paused, and the artist says why", arguments: [0, 1])
    func noDevice(spotCount: Int) throws {
        var player = filePlayer()
        let adBreak = spotCount > 0 ? spot(1, remaining: .seconds(4)) : nil
        let lost = fileStatus(.sinkLost, at: .seconds(2), adBreak: adBreak)
        let changes = player.receive(lost, at: start + .seconds(2))
        #expect(changes.changed.isSuperset(of: [.playbackStatus, .metadata]))
        #expect(player.value(of: .playbackStatus) == .string("Paused"))
        guard case .dictionary(let metadata) = player.value(of: .metadata) else {
            Issue.record("metadata is no dictionary")
            return
        }
        #expect(metadata["xesam:artist"] == .strings(["No sound device"]))
    }

    @Test("a stream that buffers is reported at its current position")
    func waiting() {
        var player = filePlayer()
        let status = fileStatus(.buffering, at: .seconds(1))
        let changes = player.receive(status, at: start + .seconds(3))
        #expect(changes == MediaChanges(seekedTo: .seconds(1)))
    }

    @Test("each spot of a break is a track of its own, with all its metadata from its start")
    func spots() {
        var player = filePlayer()
        for number in 1...2 {
            let begun = start + .seconds(5 * number)
            let first = fileStatus(at: .zero, adBreak: spot(number, remaining: .seconds(4)))
            let changes = player.receive(first, at: begun)
            #expect(changes.changed.contains(.metadata))
            #expect(player.position == .zero)
            let later = fileStatus(at: .zero, adBreak: spot(number, remaining: .seconds(3)))
            #expect(player.receive(later, at: begun + .seconds(1)).isEmpty)
            #expect(player.position == .seconds(1))
            guard case .dictionary(let metadata) = player.value(of: .metadata) else {
                Issue.record("metadata is no dictionary")
                return
            }
            #expect(metadata["xesam:title"] == .string("Spot \(number)"))
            #expect(metadata["xesam:comment"] == .strings(["To the islands"]))
            #expect(metadata["mpris:artUrl"] == .string("http://example.org/\(number).png"))
            #expect(metadata["mpris:length"] == .int64(4_000_000))
            #expect(metadata["mpris:trackid"] == .objectPath("/interlude/advertisement/\(number)"))
        }
    }

    @Test("in a break neither pausing nor seeking is offered, and skipping is")
    func breakProperties() {
        var player = filePlayer()
        let status = fileStatus(at: .zero, adBreak: spot(1, remaining: .seconds(4)))
        let changes = player.receive(status, at: start)
        #expect(changes.changed == [.metadata, .canPause, .canSeek, .canGoNext])
        #expect(player.value(of: .canPause) == .bool(false))
        #expect(player.value(of: .canSeek) == .bool(false))
        #expect(player.value(of: .canGoNext) == .bool(true))
        #expect(player.value(of: .playbackStatus) == .string("Playing"))
        let back = player.receive(fileStatus(at: .seconds(4)), at: start + .seconds(4))
        #expect(back.changed == [.metadata, .canPause, .canSeek, .canGoNext])
        #expect(back.seekedTo == .seconds(4))
    }

    @Test(
        "the three states of MPRIS represent those of a session",
        arguments: [
            (.idle, "Stopped"), (.connecting, "Playing"), (.playing, "Playing"),
            (.buffering, "Playing"), (.reconnecting, "Playing"), (.paused, "Paused"),
            (.sinkLost, "Paused"), (.lost, "Stopped"), (.failed, "Stopped"), (.stopped, "Stopped"),
        ] as [(PlayerStatus.State, String)])
    func states(state: PlayerStatus.State, shown: String) {
        let player = MediaPlayer(PlayerStatus(state: state, source: "show.wav"))
        #expect(player.value(of: .playbackStatus) == .string(shown))
        #expect(player.value(of: .canPlay) == .bool(shown != "Stopped"))
    }

    @Test("a pause that is not heard yet is shown")
    func asked() {
        var status = PlayerStatus(state: .reconnecting, source: "http://example.org/live")
        status.isPaused = true
        #expect(MediaPlayer(status).value(of: .playbackStatus) == .string("Paused"))
    }

    @Test(
        "a source has a name before it gives one",
        arguments: [
            (
                "http://ann:secret@radio.example/live.mp3", "live.mp3", "radio.example",
                "http://radio.example/live.mp3"
            ),
            ("https://radio.example", "radio.example", "radio.example", "https://radio.example"),
            ("/music/late show.flac", "late show", nil, "file:///music/late%20show.flac"),
            ("-", "standard input", nil, nil),
        ] as [(String, String, String?, String?)])
    func names(source: String, title: String, station: String?, address: String?) {
        let name = SourceName(source)
        #expect(name.title == title)
        #expect(name.station == station)
        #expect(name.address == address)
    }
}
