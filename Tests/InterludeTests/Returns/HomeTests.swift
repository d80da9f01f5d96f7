import MediaTime
import Testing

@testable import Interlude

@Suite("The home of a session")
struct HomeTests {
    private static let failure = SessionFailure(.unreachable, "it is gone")

    private static func home(_ home: String?, giveUp: Duration? = .seconds(60)) -> Home {
        var configuration = SessionConfiguration(source: "live")
        configuration.home = home
        configuration.giveUp = giveUp
        return Home(configuration)
    }

    private static func source(_ name: String, _ namer: SourceNamer = .operator) -> OpenedSource {
        OpenedSource(name, namedBy: namer)
    }

    @Test(
        "follows every other source, whether that ended or failed",
        arguments: [nil, failure], [SourceNamer.operator, .listener])
    func other(failure: SessionFailure?, namer: SourceNamer) {
        var home = Self.home("live")
        let step = home.step(after: Self.source("other", namer), failing: failure, at: .zero)
        #expect(step == .open("live", after: .zero))
    }

    @Test("follows a listener's request for its address, which is not the same")
    func listener() {
        var home = Self.home("live")
        let source = Self.source("live", .listener)
        #expect(home.step(after: source, failing: nil, at: .zero) == .open("live", after: .zero))
    }

    @Test(
        "follows itself only if it failed and the retries have no limit",
        arguments: [(nil, nil), (failure, .seconds(60)), (nil, .seconds(60))]
            as [(SessionFailure?, Duration?)])
    func itself(failure: SessionFailure?, giveUp: Duration?) {
        var home = Self.home("live", giveUp: giveUp)
        #expect(home.step(after: Self.source("live"), failing: failure, at: .zero) == .end)
    }

    @Test("follows nothing in a session without one")
    func none() {
        var home = Self.home(nil, giveUp: nil)
        for name in ["live", "other"] {
            let step = home.step(after: Self.source(name), failing: Self.failure, at: .zero)
            #expect(step == .end)
        }
    }

    @Test(
        "is retried as the session's limit says, and another source never without limit",
        arguments: [
            ("live", .operator, nil, nil), ("live", .listener, nil, .seconds(60)),
            ("other", .operator, nil, .seconds(60)), ("other", .operator, .seconds(5), .seconds(5)),
            ("live", .operator, .seconds(5), .seconds(5)),
        ] as [(String, SourceNamer, Duration?, Duration?)])
    func limits(source: String, namer: SourceNamer, giveUp: Duration?, limit: Duration?) {
        let found = Home.retryLimit(of: source, namedBy: namer, home: "live", giveUp: giveUp)
        #expect(found == limit)
        let without = Home.retryLimit(of: source, namedBy: namer, home: nil, giveUp: giveUp)
        #expect(without == giveUp)
    }

    @Test("is opened again after waits that double up to 15 s")
    func waits() {
        var home = Self.home("live", giveUp: nil)
        let waits = (0..<6).map { _ in
            home.step(after: Self.source("live"), failing: Self.failure, at: .zero)
        }
        #expect(waits == [1, 2, 4, 8, 15, 15].map { .open("live", after: .seconds($0)) })
    }

    @Test(
        "that was open for 30 s is opened again after the shortest wait",
        arguments: [(29, 2), (30, 1)])
    func recovery(seconds: Int, wait: Int) {
        var home = Self.home("live", giveUp: nil)
        _ = home.step(after: Self.source("live"), failing: Self.failure, at: .zero)
        home.open(at: .zero)
        let step = home.step(
            after: Self.source("live"), failing: Self.failure,
            at: FrameTime(.seconds(seconds)))
        #expect(step == .open("live", after: .seconds(wait)))
    }
}
