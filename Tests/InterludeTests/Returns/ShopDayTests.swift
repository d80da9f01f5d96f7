import Foundation
import MediaTime
import Testing

@testable import Interlude

@Suite("A shop's player with --give-up 0, through many hours of virtual time")
struct ShopDayTests {
    private static let hour = 3600
    /// Two days in the long version.
    private static let hourCount =
        ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1" ? 48 : 12

    private static func day(seed: UInt64, isHomeUp: @escaping (Int) -> Bool) -> ShopDay {
        var configuration = SessionConfiguration(source: "home")
        configuration.home = "home"
        configuration.giveUp = nil
        return ShopDay(configuration, seed: seed, isHomeUp: isHomeUp)
    }

    @Test(
        "is never silent for longer than a lost station is retried, and never ends",
        arguments: [1, 2] as [UInt64])
    func deadStations(seed: UInt64) {
        var day = Self.day(seed: seed) { _ in true }
        day.run(seconds: Self.hourCount * Self.hour)
        #expect(day.end == nil)
        // A lost station is retried for 60 s; another one that is requested then, for 10 s more.
        #expect((50...72).contains(day.longestSilence), "\(day.longestSilence)")
        #expect(day.session.machine.state.isActive)
        let sources = day.session.frames(of: "session.connecting")
        #expect(sources.count > 8 * Self.hourCount)
    }

    @Test(
        "plays again within a retry after each outage of its home, and never ends",
        arguments: [3] as [UInt64])
    func homeAway(seed: UInt64) {
        // Away for the first hour, as after a power cut, and for ten minutes of each later hour.
        var day = Self.day(seed: seed) { $0 > Self.hour && $0 % Self.hour > 600 }
        day.run(seconds: Self.hourCount * Self.hour + 1800)
        #expect(day.end == nil)
        let last = day.session.frames(of: "session.playing").last ?? 0
        #expect(last > Self.hourCount * Self.hour * FrameTime.rate, "\(last)")
        // The hour and the ten minutes that follow it, and the longest wait of the retries.
        #expect(day.longestSilence <= Self.hour + 600 + 20, "\(day.longestSilence)")
        let warnings = day.session.frames(of: "session.warning")
        #expect(warnings.count < 33 * Self.hourCount, "\(warnings.count)")
    }
}
