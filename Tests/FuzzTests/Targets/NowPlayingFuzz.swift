import Advertising
import MediaTime

/// Now-playing feeds, in XML and JSON.
enum NowPlayingFuzz: FuzzTarget {
    static let name = "now-playing"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + [
            "<nowplaying-info-list>", "<nowplaying-info", " type=\"ad\"", " timestamp=\"",
            "<property name=\"", "cue_time_start", "cue_time_duration", "cue_type", "ad_type",
            "cue_title", "endbreak", "insert", "track", "00:04:02", "242.5", "<![CDATA[", "]]>",
            "\"parameters\":", "\"property\":", "\"cue_time_start\":1543777699424",
        ]

    /// libxml2 keeps each thread's last error, some hundred bytes.
    static let keptBytes = 1024

    static func run(_ bytes: [UInt8]) {
        // try?: a document that is no feed is refused.
        guard
            let feed = try? NowPlayingFeed(
                parsing: bytes, address: "http://a.example/f", offset: .seconds(50))
        else { return }
        for (one, next) in zip(feed.entries, feed.entries.dropFirst()) {
            precondition(one.start <= next.start, "entries are not in the order of their starts")
        }
        for entry in feed.entries {
            precondition(
                TimeBounds.length.range.contains(entry.duration ?? .zero), "an endless entry")
        }
    }
}
