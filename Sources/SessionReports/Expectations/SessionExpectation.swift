import Interlude
import MediaTime

/// What must be heard in a session (`play --expect`). A part that is `nil` or empty is not checked.
package struct SessionExpectation: Hashable, Sendable {
    /// The deviation of a time, in frames, that counts as none.
    package var tolerance: Int

    package var played: Duration?
    package var breakCount: ClosedRange<Int>?
    /// The number of spots of which something must be heard.
    package var spotCount: ClosedRange<Int>?
    /// The largest number of spots that may fail.
    package var failedLimit: Int?
    /// The longest silence between two spots, or between a spot and the stream.
    package var gapLimit: Duration?

    /// How many beacons to ad servers have to be confirmed, with none left over.
    package var beaconCount: Int?

    /// How many requests have to lead to ads, with none that leads to no ad or fails.
    package var decisionCount: Int?
    package var underruns = UnderrunLimits()
    /// The loudness of every spot, unless ``heard`` has one for it.
    package var loudness: SpotLevel?
    package var finalState: PlayerStatus.State?
    /// The output times at which the stream must be heard again after a break.
    package var returns: [FrameTime] = []
    package var heard: [HeardSpot] = []
    /// The names of spots that must not be heard.
    package var unheard: [String] = []

    /// The longest lists that are checked.
    package static let limit = SessionSummary.limit

    /// Expects nothing yet.
    package init(tolerance: Int) {
        self.tolerance = tolerance
    }

    /// Whether the levels of the session are needed.
    package var needsLevels: Bool {
        loudness != nil || heard.contains { $0.loudness?.target != nil }
    }

    /// The largest numbers of underruns.
    package struct UnderrunLimits: Hashable, Sendable {
        package var total: Int?
        package var stream: Int?
        package var device: Int?

        package init(total: Int? = nil, stream: Int? = nil, device: Int? = nil) {
            self.total = total
            self.stream = stream
            self.device = device
        }
    }

    /// A spot that must be heard.
    package struct HeardSpot: Hashable, Sendable {
        /// The spot's title, its advertiser's id, its address, or the last part of that.
        package var name: String
        /// The output time of its first frame; `nil` for any.
        package var start: FrameTime?
        /// How much of it must be heard; `nil` for all.
        package var length: Duration?
        /// In frames, instead of the session's.
        package var tolerance: Int?
        /// Instead of the session's.
        package var loudness: SpotLevel?

        package init(_ name: String) {
            self.name = name
        }
    }

    /// How loud a spot must be.
    package struct SpotLevel: Hashable, Sendable {
        /// `nil` for any loudness.
        package var target: Target?
        /// In LU, in both directions.
        package var tolerance: Double

        package static let defaultTolerance = 1.0

        package init(_ target: Target?, within tolerance: Double = defaultTolerance) {
            self.target = target
            self.tolerance = tolerance
        }

        package enum Target: Hashable, Sendable {
            /// As loud as the programme before the spot.
            case programme
            /// A loudness in LUFS.
            case fixed(Double)
        }
    }
}

/// Whether one expectation was met.
package struct ExpectationResult: Hashable, Sendable {
    /// What was expected, as `spot tea.mp3 at 10.000 s`.
    package var name: String
    /// What was heard instead; `nil` if the expectation was met.
    package var deviation: String?

    /// The expectation and what was heard instead; `nil` if it was met.
    var reason: String? { deviation.map { "\(name): \($0)" } }
}
