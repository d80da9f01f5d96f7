import HLSPlaylists
import HLSStreaming
import MediaTime

/// A course of a client, whose journal is kept.
struct KeptCourse: Sendable, CustomStringConvertible {
    let description: String
    private let length: Duration
    private let make: @Sendable () throws -> ClientRun
    /// What happens to the station or the client meanwhile.
    private let incident: (time: Duration, change: @Sendable (inout ClientRun) throws -> Void)?

    private init(
        _ name: String, _ seconds: Int,
        incident: (time: Duration, change: @Sendable (inout ClientRun) throws -> Void)? = nil,
        _ make: @escaping @Sendable () throws -> ClientRun
    ) {
        description = name
        length = .seconds(seconds)
        self.make = make
        self.incident = incident
    }

    /// The whole journal.
    func journal() throws -> [String] {
        var run = try make()
        run.keepsJournal = true
        if let incident {
            try run.run(until: incident.time)
            try incident.change(&run)
        }
        try run.run(until: length)
        return run.journal
    }

    static let all =
        [
            live, waiting, parts, updates, recording, onDemand, slow, stuck, quickAgain, failover,
            failing, standstill, restarted, seams, encrypted, markers,
            ranges, wholeOfParts, refusedChange,
        ] + random

    private static func station(
        _ header: String..., target: Int = 6, window: Int = 6, partCount: Int = 1
    ) -> ModelStation {
        var station = ModelStation(
            target: .seconds(target), window: window, partCount: partCount)
        station.header = header
        return station
    }

    private static let live = KeptCourse("live", 40) { try ClientRun(station()) }

    private static let waiting = KeptCourse("waiting", 30) {
        try ClientRun(station("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES", target: 4))
    }

    private static let parts = KeptCourse("parts", 10) {
        let control = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3"
        return try ClientRun(station(control, target: 4, partCount: 4))
    }

    private static let updates = KeptCourse("updates", 20) {
        try ClientRun(
            station("#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12", target: 2, window: 30))
    }

    private static let recording = KeptCourse("recording", 200) {
        try ClientRun(recorded())
    }

    private static let onDemand = KeptCourse("on-demand", 200) {
        try ClientRun(recorded(), loading: .onDemand)
    }

    private static func recorded() -> ModelStation {
        var station = ModelStation(window: 200, beginning: .seconds(-120))
        (station.end, station.hasEndTag) = (.zero, true)
        return station
    }

    private static func variants(_ networkRate: Double) throws -> ClientRun {
        try HLSVariantTests.run(networkRate)
    }

    private static let slow = KeptCourse("slow", 120) { try variants(200_000) }

    private static let stuck = KeptCourse(
        "stuck", 60, incident: (.seconds(20), { $0.networkRate = 20_000 })
    ) { try variants(1_000_000) }

    private static let quickAgain = KeptCourse(
        "quick-again", 90, incident: (.seconds(20), { try $0.send(.shortage) })
    ) { try variants(1_000_000) }

    private static let failover = KeptCourse("failover", 40) {
        var run = try variants(1_000_000)
        run.onPlaylist = { request, now in request.choice == 2 ? .fail(.absent) : .state(at: now) }
        return run
    }

    private static let failing = KeptCourse(
        "failing", 120,
        incident: (
            .seconds(20),
            {
                $0.onPlaylist = { _, _ in .fail(.passing) }
                $0.onMedia = { _, _ in .passing }
            }
        )
    ) { try ClientRun(station()) }

    private static let standstill = KeptCourse("standstill", 120) {
        var station = KeptCourse.station()
        station.end = .seconds(13)
        return try ClientRun(station)
    }

    private static let restarted = KeptCourse(
        "restarted", 60,
        incident: (
            .seconds(20),
            {
                $0.station.epoch += 1
                $0.station.beginning = $0.now - .seconds(20)
                try $0.send(.abandoned)
            }
        )
    ) { try ClientRun(station()) }

    private static let seams = KeptCourse("seams", 60) {
        var station = KeptCourse.station()
        let now = station.count(at: .zero)
        station.gaps = [now + 1]
        station.discontinuities = [now + 3]
        var run = try ClientRun(station)
        run.onMedia = { request, _ in request.sequence == now + 5 ? .absent : nil }
        return run
    }

    private static let encrypted = KeptCourse("encrypted", 30) {
        try ClientRun(
            station("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXT-X-MAP:URI=\"m\""))
    }

    private static let markers = KeptCourse("markers", 80) {
        var station = KeptCourse.station(window: 8)
        station.hasDates = true
        let first = station.count(at: .zero) - 3
        let date = station.date(station.target * (first + 5) + .milliseconds(2500))
        station.tags = [
            first - 1: ["#EXT-X-CUE-OUT:18"], first + 2: ["#EXT-X-CUE-IN"],
            first + 4: [
                "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"\(date)\",DURATION=10,SCTE35-OUT=0xFC"
            ], first + 7: ["#EXT-X-CUE-OUT:12"], first + 9: ["#EXT-X-CUE-IN"],
        ]
        return try ClientRun(station)
    }

    private static let ranges = KeptCourse("ranges", 30) {
        var station = KeptCourse.station()
        let count = station.count(at: .zero)
        for index in -6..<6 {
            station.tags[count + index] = ["#EXT-X-BYTERANGE:\(1000 + index)@\(6000 + index)"]
        }
        return try ClientRun(station)
    }

    /// A station with parts, whose server cannot wait for them.
    private static let wholeOfParts = KeptCourse("whole-of-parts", 40) {
        var station = KeptCourse.station(target: 4, partCount: 4)
        let first = station.count(at: .zero) - 3
        for index in 0..<8 where index % 2 == 0 {
            station.tags[first + index] = ["#EXT-X-CUE-OUT:4"]
        }
        return try ClientRun(station)
    }

    private static let refusedChange = KeptCourse(
        "refused-change", 90, incident: (.seconds(20), { try $0.send(.shortage) })
    ) {
        var run = try variants(1_000_000)
        run.onPlaylist = { request, now in
            request.choice == 1 && now < .seconds(40) ? .fail(.absent) : .state(at: now)
        }
        return run
    }

    /// With faults, variants and all that a server may control.
    private static let random = (0..<10).map { seed in
        KeptCourse(
            "random-\(seed)", 60, incident: (.seconds(30), { try $0.send(.shortage) })
        ) { try HLSCourseTests.run(seed: UInt64(seed)) }
    }
}
