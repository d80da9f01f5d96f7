import Advertising
import MediaTime

/// Decides when which advertisement plays, and when the stream is heard again (contracts 1.4).
///
/// A value without I/O, clock or lock: an event goes in, effects come out, and the shell carries
/// them out in order. What it says of something heard, it says only once it was heard.
package struct AdPlayManager: Hashable, Sendable {
    package let configuration: Configuration

    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }
}
