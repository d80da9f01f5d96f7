import Interlude
import InterludeWeb
import Testing

extension Chromium {
    @Suite("silence on the page")
    struct SilenceTests {
        /// A reason for silence, and the words of both pages.
        enum Reason: String, CaseIterable, Sendable {
            case lost, unreached, failed, stopped, device, muted, mixer

            fileprivate func happen(to player: ShownPlayer) {
                switch self {
                case .lost: player.change { $0.state = .reconnecting }
                case .unreached:
                    player.change {
                        $0.state = .connecting
                        $0.failedSource = .init(
                            source: $0.source, reason: "the server answers 404", outputTime: .zero)
                    }
                case .failed: player.change { $0.state = .failed }
                case .stopped: player.change { $0.state = .stopped }
                case .device: player.change { $0.device.isPresent = false }
                case .muted: player.change { $0.volume = .silence }
                case .mixer: player.change { $0.device.isMuted = true }
                }
            }

            fileprivate var words: String {
                switch self {
                case .lost: "No sound: the stream was lost"
                case .unreached: "No sound: the stream cannot be reached. Trying again."
                case .failed: "No sound: the stream cannot be played."
                case .stopped: "No sound: the player has stopped."
                case .device: "No sound: the sound device is gone."
                case .muted: "No sound: the player is muted."
                case .mixer: "No sound: this machine’s mixer has muted the player."
                }
            }
        }

        private static var playing: PlayerStatus {
            var status = PlayerStatus(
                state: .playing, source: "http://radio.example/live", title: "The Tide Desk",
                behindLive: .zero)
            status.station = "Lighthouse Radio"
            return status
        }

        @Test(
            "has its reason in red words on both pages", arguments: ["", "desk"], Reason.allCases)
        func reasons(path: String, reason: Reason) async throws {
            try await ShownPlayer.visit(path, Self.playing) { player, browser in
                try await browser.wait(
                    until: "document.querySelector('#title').textContent === 'The Tide Desk'")
                #expect(
                    try await browser.value(of: "document.querySelector('#silence').hidden"))
                reason.happen(to: player)
                try await browser.wait(
                    until: """
                        document.querySelector('#silence').textContent
                          .startsWith('\(reason.words)')
                        """)
                #expect(
                    try await browser.value(
                        of: """
                            document.querySelector('#announcer').textContent
                              .startsWith('\(reason.words)')
                            """), "screen readers say it")
                let color: [Int] = try await browser.value(
                    of: """
                        getComputedStyle(document.querySelector('#silence')).color
                          .match(/\\d+/g).map(Number)
                        """)
                #expect(color[0] > 3 * color[1] && color[0] > 3 * color[2], "\(color)")
                try await browser.look("silence-\(reason)\(path.isEmpty ? "" : "-desk")")
            }
        }

        @Test("of the station is noticed after ten seconds, and not while the player is paused")
        func rule() async throws {
            try await ShownPlayer.visit("", Self.playing) { _, browser in
                let texts: [String] = try await browser.finish(
                    """
                    import('/page/silence.js').then(({ reason }) => {
                      const state = { device: { present: true, percent: null, muted: false }, state: 'playing',
                        paused: false, volume: 1 };
                      done([[{}, 9], [{}, 14], [{ paused: true }, 14], [{ state: 'paused' }, 0]]
                        .map(([change, quiet]) =>
                          reason({ ...state, ...change }, 0, quiet)?.text ?? 'none'));
                    });
                    """)
                #expect(
                    texts == [
                        "none", "No sound: the station has been silent for 14 s.", "none", "none",
                    ])
            }
        }

        @Test("after a loss says how long ago it was, once that is a second")
        func lossTime() async throws {
            try await ShownPlayer.visit("", Self.playing) { _, browser in
                let texts: [String] = try await browser.finish(
                    """
                    import('/page/silence.js').then(({ reason }) => {
                      const state = { device: { present: true, percent: null, muted: false },
                        state: 'reconnecting', paused: false, volume: 1 };
                      const why = { reconnection: { reason: 'the server answers 503' } };
                      done([[{}, null], [{}, 0.4], [{}, 17], [why, 80]].map(([change, lost]) =>
                        reason({ ...state, ...change }, lost, 0).text));
                    });
                    """)
                #expect(
                    texts == [
                        "No sound: the stream was lost. Reconnecting.",
                        "No sound: the stream was lost. Reconnecting.",
                        "No sound: the stream was lost 17 s ago. Reconnecting.",
                        "No sound: the stream was lost 1 min 20 s ago (the server answers 503). "
                            + "Reconnecting.",
                    ])
            }
        }

        @Test("is not claimed after a loss while a spot or what is buffered is heard")
        func heardAfterLoss() async throws {
            try await ShownPlayer.visit("", Self.playing) { _, browser in
                let texts: [String] = try await browser.finish(
                    """
                    import('/page/silence.js').then(({ reason }) => {
                      const state = { device: { present: true, percent: null, muted: false },
                        state: 'reconnecting', paused: false, volume: 1, adVolume: 1, buffered: 4,
                        rates: { position: 1 } };
                      const stopped = { rates: { position: 0 } };
                      done([{}, { ...stopped, break: {} }, stopped, { buffered: 0 }, { volume: 0 },
                        { break: {}, adVolume: 0 }].map(change =>
                          reason({ ...state, ...change }, 2, 0).text));
                    });
                    """)
                #expect(
                    texts == [
                        "The stream was lost 2 s ago. What is buffered plays on. Reconnecting.",
                        "The stream was lost 2 s ago. Reconnecting.",
                    ]
                        + Array(
                            repeating: "No sound: the stream was lost 2 s ago. Reconnecting.",
                            count: 4))
            }
        }

        @Test("that follows a loss is announced when it begins, and the end of each by itself")
        func silenceAfterLoss() async throws {
            var gap = Self.playing
            (gap.state, gap.buffered) = (.reconnecting, .seconds(4))
            (gap.isOutputRunning, gap.isStreamRunning) = (true, true)
            try await ShownPlayer.visit("", gap) { player, browser in
                try await browser.wait(
                    until: Self.announces(
                        "The stream was lost. What is buffered plays on. Reconnecting."))
                player.change { $0.isStreamRunning = false }
                try await browser.wait(
                    until: Self.announces("No sound: the stream was lost. Reconnecting."))
                player.change { $0.isStreamRunning = true }
                try await browser.wait(
                    until: Self.announces(
                        "The stream was lost. What is buffered plays on. Reconnecting."))
                player.change { $0.state = .playing }
                try await browser.wait(until: Self.announces("The stream is back."))
            }
        }

        @Test("after a loss that the page has not seen has no time")
        func earlierLoss() async throws {
            var lost = Self.playing
            lost.state = .reconnecting
            try await ShownPlayer.visit("", lost) { _, browser in
                try await browser.wait(
                    until: """
                        document.querySelector('#silence').textContent
                          === 'No sound: the stream was lost. Reconnecting.'
                        """)
            }
        }

        @Test("beside a source that cannot be played gives listeners no reason twice")
        func unknownReason() async throws {
            try await ShownPlayer.visit("", Self.playing) { player, browser in
                player.change {
                    $0.failedSource = .init(
                        source: "http://radio.example/late", reason: "the server answers 404",
                        outputTime: .zero)
                }
                try await browser.wait(
                    until: """
                        document.querySelector('#failed').textContent
                          === '“late” cannot be played.'
                        """)
                Reason.unreached.happen(to: player)
                try await browser.wait(
                    until: "document.querySelector('#failed').textContent === ''")
            }
        }

        @Test("that nobody chose is a fault, and has no place in a stream")
        func faults() async throws {
            try await ShownPlayer.visit("desk", Self.playing) { player, browser in
                player.change { $0.volume = .silence }
                try await browser.wait(until: "!document.querySelector('#silence').hidden")
                let seen = """
                    [document.documentElement.classList.contains('silent'),
                      document.querySelector('#place-text').textContent,
                      document.querySelector('#play-text').textContent].join()
                    """
                let muted: String = try await browser.value(of: seen)
                #expect(muted == "false,Live,Pause")
                player.change { $0.state = .failed }
                try await browser.wait(until: "\(seen) === 'true,–,Play'")
            }
        }

        @Test(
            "of a stream that is not connected is not live",
            arguments: [PlayerStatus.State.connecting, .reconnecting, .lost])
        func away(state: PlayerStatus.State) async throws {
            try await ShownPlayer.visit("desk", Self.playing) { player, browser in
                let seen = """
                    [document.querySelector('#place-text').textContent,
                      document.querySelector('#live').title].join()
                    """
                try await browser.wait(until: "\(seen) === 'Live,Already live.'")
                player.change { $0.state = state }
                try await browser.wait(until: "\(seen) === '–,The stream is not connected.'")
                player.change {
                    $0.behindLive = .seconds(5)
                    $0.availableDelay = .seconds(60)
                    $0.controls.live = true
                }
                try await browser.wait(until: "\(seen) === '5 s behind · up to 1:00,'")
                // Nor is one that no device plays.
                player.change {
                    $0.state = .playing
                    $0.behindLive = .zero
                    $0.device.isPresent = false
                }
                try await browser.wait(until: "\(seen).startsWith('–')")
            }
        }

        @Test("is over when the device is back")
        func restored() async throws {
            try await ShownPlayer.visit("", Self.playing) { player, browser in
                player.change { $0.device.isPresent = false }
                try await browser.wait(until: "!document.querySelector('#silence').hidden")
                player.change { $0.device.isPresent = true }
                try await browser.wait(until: "document.querySelector('#silence').hidden")
                try await browser.wait(until: Self.announces("The sound is back."))
            }
        }

        @Test("is not said to be over while the listener has paused")
        func restoredInPause() async throws {
            try await ShownPlayer.visit("", Self.playing) { player, browser in
                player.change { $0.volume = .silence }
                try await browser.wait(until: Self.announces("No sound: the player is muted."))
                player.change {
                    $0.volume = .unity
                    ($0.state, $0.isPaused) = (.paused, true)
                }
                try await browser.wait(until: Self.announces(""))
            }
        }

        private static func announces(_ words: String) -> String {
            "document.querySelector('#announcer').textContent === '\(words)'"
        }

        @Test("by the mute button ends with the volume before it, also after the page was loaded")
        func mute() async throws {
            try await ShownPlayer.visit("", Self.playing) { player, browser in
                player.change { $0.volume = Gain(linear: 0.4) }
                try await browser.wait(until: Self.shows("40 %", isMuted: false))
                try await browser.click("#mute")
                try await browser.wait(until: Self.shows("0 %", isMuted: true))
                try await browser.reload()
                try await browser.wait(until: Self.shows("0 %", isMuted: true))
                try await browser.click("#mute")
                try await browser.wait(until: Self.shows("40 %", isMuted: false))
            }
        }

        private static func shows(_ volume: String, isMuted: Bool) -> String {
            """
            document.querySelector('#volume-text').textContent === '\(volume)'
              && document.querySelector('#mute').ariaPressed === '\(isMuted)'
            """
        }

        @Test("is the opposite of a volume above 100 %, which the slider shows")
        func loud() async throws {
            try await ShownPlayer.visit("", Self.playing) { player, browser in
                player.change { $0.volume = Gain(linear: 1.2) }
                try await browser.wait(until: Self.shows("120 %", isMuted: false))
                let slider: [String] = try await browser.value(
                    of: """
                        (({ value, max, ariaValueText }) => [value, max, ariaValueText])
                          (document.querySelector('#volume'))
                        """)
                #expect(slider == ["120", "150", "120 %, amplified"])
            }
        }
    }
}
