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

    @Test(
        "a client is told of a position that differs from its own by more than 300 ms",
        arguments: [(300, false), (301, true), (-300, false), (-301, true)])
    func tolerance(milliseconds: Int, isTold: Bool) {
        var player = filePlayer()
        let position = Duration.milliseconds(2000 + milliseconds)
        let changes = player.receive(fileStatus(at: position), at: start + .seconds(2))
        #expect(changes.seekedTo == (isTold ? position : nil))
    }

    @Test("a client that was told of a jump counts on from its target")
    func afterJump() {
        var player = filePlayer()
        _ = player.receive(fileStatus(at: .seconds(30)), at: start + .seconds(1))
        #expect(player.receive(fileStatus(at: .seconds(31)), at: start + .seconds(2)).isEmpty)
        let back = player.receive(fileStatus(at: .seconds(3)), at: start + .seconds(3))
        #expect(back.seekedTo == .seconds(3))
    }

    @Test("another source is another track, which begins at zero")
    func anotherSource() {
        var player = filePlayer()
        _ = player.receive(fileStatus(at: .seconds(20)), at: start + .seconds(20))
        var other = fileStatus(at: .zero)
        other.source = "http://radio.example/live"
        other.length = nil
        let changes = player.receive(other, at: start + .seconds(21))
        #expect(changes == MediaChanges(changed: [.metadata]))
        #expect(
            player.value(of: .metadata)
                == .dictionary([
                    "mpris:trackid": .objectPath("/interlude/programme/2"),
                    "xesam:title": .string("live"), "xesam:artist": .strings(["radio.example"]),
                    "xesam:album": .string("radio.example"),
                    "xesam:url": .string("http://radio.example/live"),
                ]))
    }

    @Test("the names that a station sends come before those of its address")
    func sentNames() {
        var status = PlayerStatus(
            state: .playing, source: "http://radio.example/live", title: "News")
        status.station = "Radio Example"
        #expect(
            MediaPlayer(status).value(of: .metadata)
                == .dictionary([
                    "mpris:trackid": .objectPath("/interlude/programme/1"),
                    "xesam:title": .string("News"), "xesam:artist": .strings(["Radio Example"]),
                    "xesam:album": .string("Radio Example"),
                    "xesam:url": .string("http://radio.example/live"),
                ]))
    }

    @Test("an advertisement without words of its own is named as one")
    func namelessSpot() {
        var player = filePlayer()
        let spot = BreakStatus(
            Advertisement(id: 1, title: "", audioFileURL: "a.ogg"), spotNumber: 1, spotCount: 1,
            spotRemaining: .milliseconds(2500))
        _ = player.receive(fileStatus(at: .zero, adBreak: spot), at: start)
        #expect(
            player.value(of: .metadata)
                == .dictionary([
                    "mpris:trackid": .objectPath("/interlude/advertisement/1"),
                    "xesam:title": .string("Advertisement"),
                    "xesam:artist": .strings(["Advertisement"]),
                    "mpris:length": .int64(2_500_000),
                ]))
    }

    @Test("what never changes has a value too")
    func constants() {
        let player = filePlayer()
        #expect(player.value(of: .rate) == .double(1))
        #expect(player.value(of: .minimumRate) == .double(1))
        #expect(player.value(of: .maximumRate) == .double(1))
        #expect(player.value(of: .canControl) == .bool(true))
        #expect(player.value(of: .canGoPrevious) == .bool(false))
        #expect(player.value(of: .volume) == .double(1))
        #expect(player.value(of: .position) == .int64(0))
    }

    @Test("a player can be paused whether it plays or is paused, if the stream allows it")
    func canPause() {
        var player = filePlayer()
        #expect(player.value(of: .canPause) == .bool(true))
        _ = player.receive(fileStatus(.paused, at: .zero), at: start)
        #expect(player.value(of: .canPause) == .bool(true))
        var fixed = fileStatus(at: .zero)
        fixed.controls.pause = false
        _ = player.receive(fixed, at: start)
        #expect(player.value(of: .canPause) == .bool(false))
    }

    @Test(
        "the next track is offered only in an advertisement that can be skipped",
        arguments: [true, false], [true, false])
    func canSkip(isInAdvertisement: Bool, skip: Bool) {
        var status = fileStatus(
            at: .zero, adBreak: isInAdvertisement ? spot(1, remaining: .seconds(4)) : nil)
        status.controls.skip = skip
        let player = MediaPlayer(status)
        #expect(player.value(of: .canGoNext) == .bool(isInAdvertisement && skip))
        #expect((player.answer(.next) == .command(.skip)) == (isInAdvertisement && skip))
    }

    @Test(
        "a live stream can be sought in from a second on",
        arguments: [(nil, false), (999, false), (1000, true)] as [(Int?, Bool)])
    func canSeek(available: Int?, canSeek: Bool) {
        var status = PlayerStatus(
            state: .playing, source: "http://radio.example/live", behindLive: .zero)
        status.availableDelay = available.map { .milliseconds($0) }
        #expect(MediaPlayer(status).value(of: .canSeek) == .bool(false))
        status.controls.seek = true
        #expect(MediaPlayer(status).value(of: .canSeek) == .bool(canSeek))
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
