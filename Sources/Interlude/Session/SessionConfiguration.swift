import AdPlayback
import Advertising
import MediaTime
import PCMAudio

/// How a session plays: everything that its decisions depend on and that does not change.
///
/// A recorded session begins with its configuration, so all of this can be
/// written down and read back.
public struct SessionConfiguration: Hashable, Sendable, Codable {
    /// What is played, as the operator named it: an address, a path, or `-`.
    public var source: String

    /// What the stream does while spots are heard.
    public var breakPolicy = BreakPolicy.mute

    /// Where a live stream goes on that was held, or whose output was gone. Files always continue.
    public var resume = Resume.live

    /// Who plays advertisements.
    public var adPlayback = AdvertisementPlayback.automatic

    /// How loud advertisements are made.
    public var loudness = LoudnessProfile.match

    /// The length of the ramps at joints.
    public var fade: Duration = .milliseconds(8)

    /// The listener's volume at the beginning.
    public var volume = Gain.unity

    /// The stream time at which a file begins.
    public var start: Duration = .zero

    /// The output time after which the session ends; `nil` plays until the source ends.
    public var duration: Duration?

    /// How far a listener may fall behind a live stream (rule M5: 5 minutes).
    public var maxDelay: Duration = .seconds(300)

    /// How long a stream waits for the spots that come before it, once it could begin. It begins
    /// without them then, and they are heard as soon as they are ready. `nil`: without a limit.
    public var firstSpotLimit: Duration? = .seconds(2)

    /// How much must be decoded before a stream begins.
    public var startThreshold: Duration = .milliseconds(120)

    /// How much must be there before a stream that ran dry goes on: no less than this, nor than
    /// twice what it began with, and more the more often it runs dry.
    public var rebufferThreshold: Duration = .seconds(1)

    /// A playing live stream that does not come back within this time is given up; `nil`: never.
    public var giveUp: Duration? = .seconds(60)

    /// What was settled with true[X]: time-outs, and what seeks over breaks lead to.
    public var truex = TruexPolicy()

    /// What a viewer that is written down does with each choice card; `nil` for one who does
    /// nothing by himself.
    package var viewer: ViewerScript?

    /// What is done at which output time, in order of time.
    public var script: [ScriptedCommand] = []

    public init(source: String) {
        self.source = source
    }

    /// Where a held live stream goes on.
    public enum Resume: String, Hashable, Sendable, Codable, CaseIterable {
        /// Where it would have been without the break.
        case live
        /// Where it was held, and behind live by the break's length from then on.
        case `continue`
    }

    /// A command and the output time at which it is given.
    public struct ScriptedCommand: Hashable, Sendable, Codable {
        public var time: FrameTime
        public var command: SessionCommand

        public init(at time: FrameTime, _ command: SessionCommand) {
            self.time = time
            self.command = command
        }
    }
}
