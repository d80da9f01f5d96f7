import Advertising
import Interlude
import PCMAudio
import Testing

@testable import InterludeCLI

/// The status line at the widths of common terminals, without their last column.
@Suite("Status line of a width")
struct StatusWidthTests {
    private static func status(
        _ state: PlayerStatus.State = .playing, title: String? = nil, station: String? = nil,
        _ change: (inout PlayerStatus) -> Void = { _ in }
    ) -> PlayerStatus {
        var status = PlayerStatus(
            state: state, source: "http://radio.example/live", title: title,
            position: .seconds(3725), behindLive: .milliseconds(4_100),
            volume: Gain(linear: 0.8), buffered: .milliseconds(4_250))
        status.station = station
        status.loudness = -18.04
        change(&status)
        return status
    }

    private static let long = status(
        title: "Johann Sebastian Bach: Goldberg Variations, Aria da capo (live in Leipzig)",
        station: "Radio Example – Classics all night long")

    private static let wide = status(
        title: "東京の朝のニュース 🎧 天気予報と交通情報", station: "ラジオ日本")

    private static let inBreak = status(title: "Bach", station: "Radio Example") { status in
        status.adBreak = BreakStatus(
            Advertisement(
                id: 1, title: "Green tea from the mountains of Shizuoka", audioFileURL: ""),
            spotNumber: 2, spotCount: 3, spotRemaining: .milliseconds(13_200),
            remaining: .milliseconds(31_500))
        status.queuedSpots = 1
        status.underruns = 2
    }

    private static let reconnecting = status(.reconnecting, title: "Bach") { status in
        status.reconnection = .init(tryCount: 3, remaining: .milliseconds(23_400))
    }

    private static let noDevice = status(.sinkLost, title: "Bach", station: "Radio Example") {
        $0.sinkWait = .seconds(8)
    }

    @Test(
        "shows the golden line",
        arguments: [
            (
                119, long,
                "playing  1:02:05  4.1 s behind live  Radio Example…  “Johann Sebastian Bach: Goldberg…”"
                    + "  volume 80 %  buffer 4.3 s"
            ),
            (
                79, long,
                "playing  1:02:05  4.1 s behind live  “Johann Sebastian Bach: Goldberg…”"
            ),
            (
                39, long,
                "playing  4.1 s behind live  “Johann…”"
            ),
            (
                119, wide,
                "playing  1:02:05  4.1 s behind live  ラジオ日本  “東京の朝のニュース 🎧 天気予報と交通情報”"
                    + "  volume 80 %  buffer 4.3 s"
            ),
            (
                79, wide,
                "playing  1:02:05  4.1 s behind live  “東京の朝のニュース 🎧 天気予報と交通情報”"
            ),
            (
                39, wide,
                "playing  4.1 s behind  “東京の朝のニ…”"
            ),
            (
                119, inBreak,
                "playing  1:02:05  4.1 s behind live  ad 2 of 3, 14 s left  back in 32 s  "
                    + "“Green tea from the…”  1 queued  2 underruns"
            ),
            (
                79, inBreak,
                "playing  4.1 s behind live  ad 2 of 3, 14 s left  back in 32 s  2 underruns"
            ),
            (
                39, inBreak,
                "playing  ad 2 of 3, 14 s left  1 queued"
            ),
            (
                119, reconnecting,
                "reconnecting, try 3, gives up in 24 s  1:02:05  “Bach”  volume 80 %  buffer 4.3 s  "
                    + "loudness \u{2212}18 LUFS"
            ),
            (
                79, reconnecting,
                "reconnecting, try 3, gives up in 24 s  1:02:05  “Bach”  volume 80 %  "
                    + "\u{2212}18 LUFS"
            ),
            (
                39, reconnecting,
                "reconnecting, try 3, gives up in 24 s"
            ),
            (
                119, noDevice,
                "no sound device, gives up in 8 s  1:02:05  4.1 s behind live  Radio Example  “Bach”  "
                    + "volume 80 %  buffer 4.3 s"
            ),
            (
                79, noDevice,
                "no sound device, gives up in 8 s  1:02:05  4.1 s behind live  “Bach”  "
                    + "\u{2212}18 LUFS"
            ),
            (
                39, noDevice,
                "no sound device, gives up in 8 s"
            ),
        ])
    func golden(width: Int, status: PlayerStatus, line: String) {
        let shown = StatusLine(width: width, style: .plain).render(status)
        #expect(shown == line)
        #expect(TextColumns.count(of: shown) <= width)
    }

    @Test(
        "shows a new volume before titles and times, in a break and without one too",
        arguments: [
            (
                79, long,
                "playing  1:02:05  4.1 s behind live  “Johann Sebastian…”  volume 80 %  "
                    + "\u{2212}18 LUFS"
            ),
            (39, long, "playing  4.1 s behind live  volume 80 %"),
            (
                79, inBreak,
                "playing  ad 2 of 3, 14 s left  back in 32 s  1 queued  volume 80 %  2 underruns"
            ),
            (39, inBreak, "playing  ad 2 of 3, 14 s  volume 80 %"),
            (39, reconnecting, "reconnecting, try 3  volume 80 %"),
            (39, status { $0.volume = .unity }, "playing  4.1 s behind  volume 100 %"),
        ])
    func newVolume(width: Int, status: PlayerStatus, line: String) {
        let shown = StatusLine(width: width, style: .plain, isVolumeNew: true).render(status)
        #expect(shown == line)
        #expect(TextColumns.count(of: shown) <= width)
    }

    @Test("is never wider, and never cuts a word if one fits", arguments: 20...130)
    func everyWidth(width: Int) {
        for status in [Self.long, Self.wide, Self.inBreak, Self.reconnecting, Self.noDevice] {
            let full = StatusLine(width: nil, style: .plain).render(status)
            let line = StatusLine(width: width, style: .plain).render(status)
            #expect(TextColumns.count(of: line) <= width)
            guard status != Self.wide else { continue }
            let words = Set(Self.words(in: full))
            #expect(Self.words(in: line).allSatisfy(words.contains), "\(line)")
        }
    }

    @Test("gives a title that is cut all the room that is left", arguments: 60...80)
    func grown(width: Int) {
        var status = PlayerStatus(state: .idle, source: "a.mp3")
        status.title = "One two three four five six seven eight nine ten eleven twelve thirteen"
        let line = StatusLine(width: width, style: .plain).render(status)
        #expect(line.hasSuffix("…”"))
        // The longest word has eight letters.
        #expect(TextColumns.count(of: line) > width - 9, "\(line)")
    }

    private static func words(in line: String) -> [String] {
        line.split { " “”…,:".contains($0) }.map(String.init)
    }

    @Test("a note about a key takes the place of all but the state", arguments: [119, 79, 39])
    func note(width: Int) {
        let line = StatusLine(width: width, style: .plain)
        let shown = line.render(Self.long, noting: "only a live stream has a live edge")
        #expect(TextColumns.count(of: shown) <= width)
        #expect(shown.hasPrefix("playing  only"))
    }

    @Test(
        "a stream that is not heard, against the listener's wish, is red and says why",
        arguments: [
            (status(.lost), "stream lost"), (status(.failed), "failed"),
            (status(.reconnecting), "reconnecting…"), (reconnecting, "reconnecting, try 3"),
            (status(.sinkLost), "no sound device"),
            (noDevice, "no sound device, gives up in 8 s"),
            (status { $0.volume = Gain(linear: 0) }, "muted (volume 0)"),
            (
                status {
                    $0.adVolume = Gain(linear: 0)
                    $0.adBreak = BreakStatus(
                        Advertisement(id: 1, title: "Tea", audioFileURL: ""), spotNumber: 1,
                        spotCount: 1, spotRemaining: .seconds(4))
                }, "muted (ad volume 0)"
            ),
            (status { $0.mute = .streamer }, "muted by the station"),
            (status { $0.mute = .soundServer }, "muted in the mixer"),
            (status { $0.mute = .preroll }, "muted: the station's advertisement"),
        ])
    func red(status: PlayerStatus, words: String) {
        let line = StatusLine(width: 79, style: .colored).render(status)
        #expect(line.hasPrefix("\u{1B}[31m\(words)"), "\(line)")
    }
}
