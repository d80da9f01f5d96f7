/// A programme with pods of advertisements, as described in `station.json`.
///
/// Paths are relative to the media folder, and times are in seconds.
package struct PodProgramme: Codable, Sendable {
    /// A lossless file; stream time 0 is its first sample.
    package var file: String

    /// The same audio as MP3, for the live stream.
    package var live: String

    /// The delay of the MP3's audio in seconds, with every frame decoded.
    package var liveDelay: Double

    package var duration: Double

    /// The title of the programme.
    package var title: String

    package var breaks: [Break]

    package init(
        file: String, live: String, liveDelay: Double, duration: Double, title: String,
        breaks: [Break]
    ) {
        self.file = file
        self.live = live
        self.liveDelay = liveDelay
        self.duration = duration
        self.title = title
        self.breaks = breaks
    }

    /// A pod. Its ads are consecutive; the first is true[X]'s placeholder.
    package struct Break: Codable, Sendable {
        package var start: Double
        package var ads: [Ad]

        package init(start: Double, ads: [Ad]) {
            self.start = start
            self.ads = ads
        }
    }

    package struct Ad: Codable, Sendable {
        package var name: String
        package var title: String
        package var duration: Double

        package init(name: String, title: String, duration: Double) {
            self.name = name
            self.title = title
            self.duration = duration
        }
    }
}
