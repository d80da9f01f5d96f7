import AdPlayback
import Advertising
import MediaTime
import Testing

@Suite("The marks of a spot")
struct MarkTests {
    /// A loaded spot of an ad server, and where it is placed.
    private static func player(
        frameCount: Int, leadIn: Int = 0, change: (inout Advertisement) -> Void = { _ in }
    ) -> AdvertisementPlayer {
        var advertisement = Advertisement.tracked(1)
        change(&advertisement)
        var player = AdvertisementPlayer(
            QueuedAdvertisement(token: PlayToken(1), advertisement: advertisement))
        _ = player.loaded(SpotAudio(frameCount: frameCount, leadIn: leadIn))
        return player
    }

    private static func place(_ count: Int) -> FrameRange {
        FrameRange(FrameTime(100), count: count)
    }

    @Test("that are due at one frame have an order")
    func order() {
        let player = Self.player(frameCount: 1) { ad in
            ad = .tracked(1, .share(0.5), .time(.zero))
            ad.skipping = .from(.share(0))
        }
        let marks = player.marks(in: Self.place(1))
        #expect(
            marks.map(\.kind) == [
                .started, .firstAudible, .impression, .firstQuartile, .midpoint, .thirdQuartile,
                .skippable, .progress(.share(0.5)), .progress(.time(.zero)), .ended,
            ])
        #expect(marks.map(\.frame.frames) == [100, 100, 101, 101, 101, 101, 100, 101, 101, 101])
        #expect(marks.allSatisfy { $0.due == FrameTime(101) })
    }

    @Test("are in the order in which they are due, whatever order the ad server names them in")
    func due() {
        let player = Self.player(frameCount: 1001, leadIn: 600) { ad in
            ad = .tracked(1, .share(0.9), .share(0.1))
            ad.skipping = .from(.share(0.3))
        }
        let marks = player.marks(in: Self.place(1001))
        #expect(
            marks.map { "\($0.kind) \($0.frame.frames) \($0.due.frames)" } == [
                "started 100 101", "progress(Advertising.VASTOffset.share(0.1)) 201 201",
                "firstQuartile 351 351", "skippable 401 401", "midpoint 601 601",
                "firstAudible 700 701", "thirdQuartile 851 851",
                "progress(Advertising.VASTOffset.share(0.9)) 1001 1001", "impression 1101 1101",
                "ended 1101 1101",
            ])
    }

    @Test(
        "end with it where it is cut, which is known a frame later",
        arguments: [
            (
                1000, ["started", "firstAudible", "firstQuartile", "midpoint", "thirdQuartile"],
                1100
            ),
            (751, ["started", "firstAudible", "firstQuartile", "midpoint", "thirdQuartile"], 852),
            (750, ["started", "firstAudible", "firstQuartile", "midpoint", "thirdQuartile"], 851),
            (749, ["started", "firstAudible", "firstQuartile", "midpoint"], 850),
            (21, ["started", "firstAudible"], 122), (20, ["started"], 121), (1, ["started"], 102),
            (0, [], nil),
        ] as [(Int, [String], Int64?)])
    func cut(count: Int, kinds: [String], due: Int64?) {
        let player = Self.player(frameCount: 1000, leadIn: 20) { $0.tracking = nil }
        let marks = player.marks(in: Self.place(count))
        #expect(marks.dropLast().map { "\($0.kind)" } == kinds)
        #expect(marks.last?.due.frames == due)
        #expect(marks.last?.frame.frames == (due == nil ? nil : Int64(100 + count)))
    }

    @Test(
        "H4: have an impression two seconds after the first sound, or at the end if that is first",
        arguments: [
            (480_000, 0, 96_100), (480_000, 24_000, 120_100), (96_000, 0, 96_100),
            (95_999, 0, 96_099), (96_000, 1, 96_100),
        ] as [(Int, Int, Int64)])
    func impression(frameCount: Int, leadIn: Int, frame: Int64) {
        let marks = Self.player(frameCount: frameCount, leadIn: leadIn).marks(
            in: Self.place(frameCount))
        #expect(marks.filter { $0.kind == .impression }.map(\.frame.frames) == [frame])
    }

    @Test(
        "G6: let a listener skip from an offset of the whole ad on, also if its beginning is left out",
        arguments: [
            (.atOnce, 0, nil), (.never, 0, nil), (.from(.time(.zero)), 0, 100),
            (.from(.share(0.5)), 0, 48_100), (.from(.time(.seconds(1))), 0, 48_100),
            (.from(.time(.seconds(2))), 0, nil), (.from(.time(.milliseconds(1_999))), 0, 96_052),
            // The ad has three seconds, of which the last two are heard.
            (.from(.share(0.5)), 1, 24_100), (.from(.time(.seconds(1))), 1, 100),
            (.from(.time(.milliseconds(500))), 1, 100), (.from(.time(.seconds(2))), 1, 48_100),
            (.from(.time(.seconds(3))), 1, nil),
        ] as [(Advertisement.Skipping, Int, Int64?)])
    func skipFrame(skipping: Advertisement.Skipping, missed: Int, frame: Int64?) {
        let player = Self.player(frameCount: 96_000) { ad in
            ad.skipping = skipping
            ad.startOffset = .seconds(missed)
        }
        #expect(player.skipFrame(in: Self.place(96_000))?.frames == frame)
        let marks = player.marks(in: Self.place(96_000)).filter { $0.kind == .skippable }
        #expect(marks.map(\.frame.frames) == (frame.map { [$0] } ?? []))
    }

    @Test("G6: have no frame from which on a spot can be skipped that is not loaded")
    func skipFrameOfLoadingSpot() {
        var advertisement = Advertisement.sample(1)
        advertisement.skipping = .from(.time(.zero))
        let player = AdvertisementPlayer(
            QueuedAdvertisement(token: PlayToken(1), advertisement: advertisement))
        #expect(player.skipFrame(in: Self.place(1000)) == nil)
        #expect(player.marks(in: Self.place(1000)) == [])
    }

    @Test(
        "have the places for beacons that are in the part that is heard",
        arguments: [
            (0, [101, 24_100, 48_100, 96_100]),
            // The ad has three seconds, of which the last two are heard.
            (1, [101, 24_100, 48_100, 96_100]),
        ] as [(Int, [Int64])])
    func progress(missed: Int, frames: [Int64]) {
        let offsets: [VASTOffset] =
            missed == 0
            ? [
                .share(0), .share(0.25), .share(0.5), .time(.seconds(2)),
                .time(.milliseconds(2_001)),
            ]
            : [
                .time(.milliseconds(999)), .time(.seconds(1)), .share(0.5), .time(.seconds(2)),
                .share(1), .time(.milliseconds(3_001)),
            ]
        let player = Self.player(frameCount: 96_000) { ad in
            ad = .tracked(1, offsets)
            ad.startOffset = .seconds(missed)
        }
        let marks = player.marks(in: Self.place(96_000)).filter { mark in
            if case .progress = mark.kind { true } else { false }
        }
        #expect(marks.map(\.frame.frames) == frames)
    }

    @Test("are logged at their frames, with the offset of each beacon")
    func logged() {
        var ad = Advertisement.tracked(1, .share(0.5), .share(0.6))
        ad.skipping = .from(.share(0.4))
        var stage = Stage()
        stage.send(.advertisementsAvailable([ad]))
        stage.send(.spotLoaded(PlayToken(1), frameCount: 1000, leadIn: 10))
        stage.switchable(50)
        let texts = stage.hear(1050).map(\.text).filter { $0.hasPrefix("log") }
        #expect(
            texts == [
                "log 50 break.started", "log 50 slot.started slot 1",
                "log 60 slot.firstAudible slot 1", "log 300 slot.firstQuartile slot 1",
                "log 450 slot.skippable slot 1", "log 550 slot.midpoint slot 1",
                "log 550 slot.progress slot 1 share(0.5)",
                "log 650 slot.progress slot 1 share(0.6)", "log 800 slot.thirdQuartile slot 1",
                "log 1050 slot.impression slot 1", "log 1050 slot.completed slot 1",
                "log 1050 break.ended played 1 skipped 0 failed 0 notUsed 0",
            ])
        let events = stage.effects.compactMap { effect in
            if case .log(let event) = effect { event } else { nil }
        }
        let unlogged = events.filter(\.kind.isForAdServersOnly).map(\.name)
        #expect(unlogged == ["slot.progress", "slot.progress", "slot.impression"])
    }

    @Test(
        "have an impression later by the time at volume 0, of the frames of its sound only",
        arguments: [
            // Before it, up to the first sound, in it, and past its end.
            (0, 900, 97_250), (0, 1_250, 97_250), (0, 1_251, 97_251), (0, 2_250, 98_250),
            (50_000, 60_000, 107_250), (96_000, 97_000, 98_250),
        ] as [(Int64, Int64, Int64)])
    func muted(start: Int64, end: Int64, impression: Int64) {
        var stage = Stage()
        stage.send(.advertisementsAvailable([.tracked(1)]))
        stage.send(.spotLoaded(PlayToken(1), frameCount: 480_000, leadIn: 250))
        stage.send(.switchable(FrameTime(1000)))
        stage.hear(start)
        stage.send(.adVolumeChanged(0))
        stage.hear(end)
        stage.send(.adVolumeChanged(1))
        #expect(!stage.effects.logged.contains { $0.hasPrefix("slot.impression") })
        stage.hear(impression - 1)
        #expect(!stage.effects.logged.contains { $0.hasPrefix("slot.impression") })
        #expect(stage.hear(impression).logged == ["slot.impression \(impression)"])
    }

    @Test("have no impression if the rest of it passes at volume 0")
    func mutedToItsEnd() {
        var stage = Stage()
        stage.send(.adVolumeChanged(0))
        stage.send(.advertisementsAvailable([.tracked(1), .tracked(2)]))
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(1500)
        stage.send(.adVolumeChanged(0.5))
        stage.hear(2000)
        let names = stage.effects.logged.filter { $0.hasPrefix("slot.impression") }
        #expect(names == [])
        #expect(stage.effects.reports == ["1 FINISHED", "2 FINISHED"])
    }

    @Test("count time at volume 0 from before the stream was opened")
    func mutedBeforeStream() {
        for event in [.volumeChanged(0), .adVolumeChanged(0)] as [AdPlayManager.Event] {
            var stage = Stage(closed: .init())
            stage.send(event)
            stage.send(.streamOpened)
            stage.send(.advertisementsAvailable([.tracked(1)]))
            stage.load(1)
            stage.switchable(0)
            #expect(!stage.hear(1000).logged.contains("slot.impression 1000"))
        }
    }
}

extension Advertisement {
    /// An advertisement of an ad server that gets beacons at these places.
    static func tracked(_ id: Int, _ offsets: VASTOffset...) -> Advertisement {
        tracked(id, offsets)
    }

    static func tracked(_ id: Int, _ offsets: [VASTOffset]) -> Advertisement {
        var advertisement = sample(id)
        var tracking = AdTracking()
        tracking.events = offsets.map {
            AdTracking.Event(name: "progress", address: "http://ads.test/progress", offset: $0)
        }
        advertisement.tracking = tracking
        return advertisement
    }
}
