/// A programme into which pods of advertisements are stitched, as `station.json` tells of it.
///
/// Paths are below the folder of the media, times are seconds of the file.
package struct PodProgramme: Codable, Sendable {
    /// The sound, losslessly encoded: stream time 0 is its first sample.
    package var file: String

    /// The same in MP3, which is sent live.
    package var live: String

    /// By how much the MP3's sound comes later, when every frame of it is decoded.
    package var liveDelay: Double

    package var duration: Double

    /// What is on in it.
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

    /// One pod. Its ads follow one another; the first is the placeholder of true[X].
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
