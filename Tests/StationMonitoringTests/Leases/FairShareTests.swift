import Testing

@testable import StationMonitoring

@Suite("The fair share of a monitor")
struct FairShareTests {
    private static func names(_ range: Range<Int>) -> [String] { range.map { "s\($0)" } }

    private static func share(
        _ stations: [String], _ others: (stations: [String], room: Int)...
    ) -> FairShare {
        FairShare(
            stations: stations,
            others: others.map { .init(stations: Set($0.stations), room: $0.room) })
    }

    @Test(
        "of one list is the number of stations, divided and rounded up",
        arguments: [(200, 0, 200), (200, 3, 50), (200, 2, 67), (3, 2, 1), (1, 4, 1), (0, 2, 0)])
    func oneList(_ count: Int, _ otherCount: Int, _ share: Int) {
        let names = Self.names(0..<count)
        let others = (0..<otherCount).map { _ in FairShare.Other(stations: Set(names), room: 0) }
        #expect(FairShare(stations: names, others: others).count == share)
    }

    @Test("counts only those with the same stations")
    func lists() {
        let (first, second) = (Self.names(0..<10), Self.names(10..<20))
        #expect(Self.share(first, (second, 10)).count == 10)
        #expect(Self.share(first + second, (second, 10)).count == 15)
        #expect(Self.share(first, (second + ["s0"], 10)).count == 10)
    }

    @Test("leaves what is beyond it to others that have room and know the station")
    func surplus() {
        let names = Self.names(0..<10)
        #expect(Self.share(names).surplus(of: names) == [])
        #expect(Self.share(names, (names, 0)).surplus(of: names) == [])
        #expect(Self.share(names, (names, 2)).surplus(of: names) == ["s9", "s8"])
        #expect(
            Self.share(names, (names, 9)).surplus(of: names) == ["s9", "s8", "s7", "s6", "s5"])
        #expect(Self.share(names, (names, 9)).surplus(of: Self.names(0..<5)) == [])
        #expect(Self.share(names, (["s1", "s2", "s3"], 2)).surplus(of: names) == ["s3"])
        #expect(
            Self.share(names, (["s0"], 1), (names, 1), (["s0"], 1)).surplus(of: names)
                == ["s9", "s0"])
    }
}
