import FoundationEssentials
import HTTPServing
import HTTPTypes
import Hummingbird
import MediaTime
import NIOCore

/// Says what the station plays in a now-playing feed as of Triton's streaming service:
/// `/now-playing.xml`.
struct NowPlayingRoutes: Sendable {
    let breaks: StationBreaks
    let title: @Sendable (Duration) -> String
    let configuration: StationConfiguration

    static let path = "/now-playing.xml"

    /// `nil` if the station has no such feed.
    init?(_ configuration: StationConfiguration, title: @escaping @Sendable (Duration) -> String) {
        guard configuration.markers.contains(.nowPlaying), let breaks = configuration.breaks else {
            return nil
        }
        self.breaks = breaks
        self.title = title
        self.configuration = configuration
    }

    func add(to router: Router<ConnectionContext>) {
        router.get(RouterPath(Self.path)) { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/xml", .cacheControl: "no-cache, no-store"],
                body: ResponseBody(
                    byteBuffer: ByteBuffer(string: document(at: configuration.clock.elapsed()))))
        }
    }

    /// How many breaks the feed has, the newest first.
    private static let most = 10

    /// The feed at a time after going on air. Each break has one ad, which is in the feed once it
    /// plays, and the programme after it, as long as that does.
    func document(at time: Duration) -> String {
        let newest = Int(clamping: time.attoseconds / breaks.interval.attoseconds)
        let oldest = max(1, newest - Self.most + 1)
        var entries: [String] = []
        for number in stride(from: newest, through: oldest, by: -1) {
            let start = breaks.start(of: number)
            let end = start + breaks.length
            if end <= time {
                let properties = [("cue_title", title(end)), ("program_id", "\(number)")]
                entries.append(entry("track", at: end, lasting: nil, properties))
            }
            let properties = [("ad_type", "break"), ("ad_id", "\(number)")]
            entries.append(entry("ad", at: start, lasting: breaks.length, properties))
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<nowplaying-info-list>\n"
            + entries.joined() + "</nowplaying-info-list>\n"
    }

    private func entry(
        _ kind: String, at time: Duration, lasting length: Duration?,
        _ properties: [(String, String)]
    ) -> String {
        let milliseconds = (configuration.date.sinceEpoch + time).wholeMilliseconds
        var all = [("cue_time_start", "\(milliseconds)")]
        if let length { all.append(("cue_time_duration", "\(length.wholeMilliseconds)")) }
        let lines = (all + properties).map { name, value in
            "    <property name=\"\(name)\"><![CDATA[\(value)]]></property>\n"
        }
        return "  <nowplaying-info mountName=\"LIVE\" timestamp=\"\(milliseconds / 1000)\" "
            + "type=\"\(kind)\">\n" + lines.joined() + "  </nowplaying-info>\n"
    }
}
