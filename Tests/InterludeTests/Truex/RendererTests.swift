import AdPlayback
import Interlude
import Synchronization
import TestServers
import Testing

@Suite("A true[X] renderer without a session", .timeLimit(.minutes(1)))
struct RendererTests {
    /// Records events and views.
    private final class Host: TruexAdRendererDelegate, TruexBaseView {
        private let state = Mutex<[String]>([])
        private let arrivals = Arrivals()
        private let stopped = Mutex<TruexAdRenderer?>(nil)

        /// Stops `renderer` as soon as that reports an ad.
        func stopsWhenAvailable(_ renderer: TruexAdRenderer) {
            stopped.withLock { $0 = renderer }
        }

        var calls: [String] { state.withLock { $0 } }

        private func note(_ call: String) {
            state.withLock { $0.append(call) }
            arrivals.note(call)
        }

        func waits(for call: String) async throws {
            try await arrivals.wait(for: call) { calls.contains(call) }
        }

        func onAdStarted(campaignName: String) { note("started \(campaignName)") }
        func onAdCompleted(timeSpent: Int) { note("completed") }
        func onAdError(errorMessage: String) { note("error") }
        func onNoAdsAvailable() { note("no ads") }
        func onAdFreePod() { note("ad-free") }
        func onPopupWebsite(url: String) { note("popup \(url)") }
        func onOptIn(campaignName: String, adID: Int) { note("opt in \(adID)") }
        func onOptOut(userInitiated: Bool) { note("opt out \(userInitiated)") }
        func onFetchAdComplete() { note("fetched") }
        func onAdsAvailable() {
            note("available")
            guard let renderer = stopped.withLock({ $0 }) else { return }
            renderer.stop()
            note("stopped")
        }
        func show(_ view: TruexView) { if case .nothing = view { note("nothing") } }
    }

    @Test("requests the ad, is started, and reports what the listener has earned")
    func credited() async throws {
        let host = Host()
        let renderer = try TruexAdRenderer(
            url: nil, adParameters: PodSessionScenario.unit(voiceOver: "", attention: "0.05"),
            slotType: .midroll, delegate: host)
        try await host.waits(for: "fetched")
        renderer.start(host)
        try await host.waits(for: "started Coffee")
        renderer.send(.optIn)
        renderer.send(.interact)
        try await host.waits(for: "ad-free")
        renderer.send(.done)
        try await host.waits(for: "completed")
        #expect(
            host.calls.filter { $0 != "nothing" } == [
                "available", "fetched", "started Coffee", "opt in 7", "ad-free", "completed",
            ])
    }

    @Test("keeps no view that it is started on after its end")
    func startedAfterItsEnd() async throws {
        let host = Host()
        let renderer = try TruexAdRenderer(
            url: nil, adParameters: PodSessionScenario.unit(voiceOver: "", card: "0.05"),
            slotType: .midroll, delegate: host)
        renderer.start(host)
        try await host.waits(for: "completed")
        let (releases, continuation) = AsyncStream.makeStream(of: Void.self)
        renderer.start(ReleasedView { continuation.yield() })
        var released = releases.makeAsyncIterator()
        await released.next()
        // The renderer outlives the view.
        renderer.stop()
    }

    private final class ReleasedView: TruexBaseView {
        private let note: @Sendable () -> Void

        init(whenReleased note: @escaping @Sendable () -> Void) {
            self.note = note
        }

        deinit { note() }

        func show(_ view: TruexView) {}
    }

    @Test("reports to a debugger its requests, input and events, in printable lines")
    func diagnostics() async throws {
        let lines = Mutex<[String]>([])
        var options = TruexAdRendererOptions()
        options.diagnostics = { line in lines.withLock { $0.append(line) } }
        let host = Host()
        let renderer = try TruexAdRenderer(
            url: nil, adParameters: PodSessionScenario.unit(voiceOver: "", attention: "0.05"),
            slotType: .midroll, options: options, delegate: host)
        renderer.start(host)
        try await host.waits(for: "started Coffee")
        renderer.send(.optIn)
        renderer.send(.popup("https://a.test/\u{1B}]0;title\u{7}"))
        try await host.waits(for: "popup https://a.test/\u{1B}]0;title\u{7}")
        let said = lines.withLock { $0 }
        #expect(said.first == "asks for an ad")
        #expect(said.contains(#"tells adStarted(campaignName: "Coffee")"#))
        #expect(said.contains("the listener: optIn"))
        #expect(said.contains { $0.hasPrefix("tells popupWebsite(") })
        #expect(said.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 } })
    }

    @Test("that is started before its ad arrives shows it then; its countdown runs out")
    func countdown() async throws {
        let server = FaultServer { _, _ in
            .answer(
                Array(PodSessionScenario.unit(voiceOver: "", card: "0.05").utf8), type: "text/json")
        }
        defer { server.stop() }
        let host = Host()
        var options = TruexAdRendererOptions()
        options.documentAddresses = .any
        let renderer = try TruexAdRenderer(
            url: nil, adParameters: "{\"vast_config_url\":\"\(server.address("/config"))\"}",
            slotType: .preroll, options: options, delegate: host)
        renderer.start(host)
        try await host.waits(for: "completed")
        #expect(host.calls.contains("opt out false"))
        #expect(!host.calls.contains("ad-free"))
    }

    @Test(
        "calls its completion once with whether there is an ad",
        arguments: [(PodSessionScenario.unit(voiceOver: ""), true), ("{}", false)])
    func fetchCompletion(parameters: String, hasAd: Bool) async throws {
        let server = FaultServer { _, _ in .answer(Array(parameters.utf8), type: "text/json") }
        defer { server.stop() }
        var options = TruexAdRendererOptions()
        options.documentAddresses = .any
        let outcomes = AsyncStream.makeStream(of: Bool.self)
        let renderer = try TruexAdRenderer(
            url: nil, adParameters: "{\"vast_config_url\":\"\(server.address("/config"))\"}",
            slotType: .pauseLive, options: options,
            fetchCompletion: { outcomes.continuation.yield($0) })
        var told = outcomes.stream.makeAsyncIterator()
        #expect(await told.next() == hasAd)
        renderer.stop()
        outcomes.continuation.finish()
        #expect(await told.next() == nil)
    }

    @Test("that is stopped in its first event reports no pending ones")
    func stoppedWithin() async throws {
        let isOpen = Gate()
        let server = FaultServer { _, _ in
            [.wait(isOpen)]
                + .answer(Array(PodSessionScenario.unit(voiceOver: "").utf8), type: "text/json")
        }
        defer { server.stop() }
        var options = TruexAdRendererOptions()
        options.documentAddresses = .any
        let host = Host()
        let renderer = try TruexAdRenderer(
            url: nil, adParameters: "{\"vast_config_url\":\"\(server.address("/config"))\"}",
            slotType: .midroll, options: options, delegate: host)
        host.stopsWhenAvailable(renderer)
        renderer.start(host)
        isOpen.open()
        try await host.waits(for: "stopped")
        let other = Host()
        let witness = try TruexAdRenderer(
            url: nil, adParameters: PodSessionScenario.unit(voiceOver: "", card: "0.02"),
            slotType: .midroll, delegate: other)
        witness.start(other)
        try await other.waits(for: "completed")
        #expect(host.calls.filter { $0 != "nothing" } == ["available", "stopped"])
        #expect(renderer.delegate == nil)
    }

    @Test("that was stopped reports nothing more")
    func stopped() async throws {
        let host = Host()
        let other = Host()
        let unit = PodSessionScenario.unit(voiceOver: "", card: "0.02")
        let renderer = try TruexAdRenderer(
            url: nil, adParameters: unit, slotType: .midroll, delegate: host)
        let witness = try TruexAdRenderer(
            url: nil, adParameters: unit, slotType: .midroll, delegate: other)
        try await host.waits(for: "fetched")
        renderer.stop()
        renderer.start(host)
        witness.start(other)
        try await other.waits(for: "completed")
        #expect(host.calls.filter { $0 != "nothing" } == ["available", "fetched"])
    }
}
