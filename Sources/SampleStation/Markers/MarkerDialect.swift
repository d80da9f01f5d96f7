/// A way to mark breaks, as stations write it.
package enum MarkerDialect: String, CaseIterable, Codable, Sendable {
    /// `EXT-X-CUE-OUT:30`, `EXT-X-CUE-OUT-CONT:8/30`, `EXT-X-CUE-IN`.
    case cueOut = "cue-out"

    /// The same with attributes: `DURATION=30`, `ElapsedTime=8,Duration=30`.
    case cueOutAttributes = "cue-out-attributes"

    /// `EXT-OATCLS-SCTE35` beside `EXT-X-CUE-OUT`, with the section in each `-CONT`.
    case oatcls

    /// `EXT-X-SCTE35` (ANSI/SCTE 35, 12.2).
    case scte35Tag = "scte35-tag"

    /// Adobe's `EXT-X-CUE` and `EXT-X-CUE-CONT`.
    case adobe

    /// `EXT-X-DATERANGE` with `SCTE35-OUT` and `SCTE35-IN`.
    case dateRange = "daterange"

    /// `EXT-X-DATERANGE` of an HLS interstitial, whose asset is a spot of the station.
    case interstitial

    /// `EXT-X-DATERANGE` of ads that Twitch stitches into its stream.
    case twitch

    /// SCTE-35 sections in the media: a stream of their own in MPEG-TS, event messages in MP4.
    case scte35

    /// Timed ID3 in the media, with the fields of AdsWizz.
    case id3

    /// Fields of AdsWizz in ICY blocks.
    case adsWizz = "adswizz"

    /// A title in ICY blocks that says when an ad begins, and how long it is.
    case title

    /// Entries of a now-playing feed, beside the streams.
    case nowPlaying = "now-playing"
}
