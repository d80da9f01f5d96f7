import HLSPackaging
import Advertising
import MediaTime

/// A spot as an asset of HLS interstitials: a playlist of one segment, of packed MP3.
package struct InterstitialAsset: Sendable {
    /// Of the playlist.
    package var address: String

    /// Its exact length.
    package var length: SampleSpan

    package var seconds: String { length.decimalSeconds }
}

/// The spots of the media that are MP3, with which interstitials are filled.
struct InterstitialSpots: Sendable {
    private let spots: [Spot]

    private struct Spot {
        let name: String
        let frames: [UInt8]
        let length: SampleSpan
    }

    /// The folder of the playlists and segments.
    static let folder = "/hls/spots"

    /// Reads the spots. A spot of another format is left out.
    init(_ media: MediaFolder) throws(MediaError) {
        var spots: [Spot] = []
        for spot in media.manifest.spots where spot.audioFileURL.hasSuffix(".mp3") {
            let programme = try media.programme(.mp3, inFile: spot.audioFileURL)
            let frames = 0..<programme.timeline.frameCount
            spots.append(
                Spot(
                    name: "\(spot.id)", frames: frames.flatMap { programme.bytes(of: $0) },
                    length: SampleSpan(
                        count: programme.timeline.samplesPerRound,
                        rate: programme.timeline.sampleRate)))
        }
        self.spots = spots
    }

    var isEmpty: Bool { spots.isEmpty }

    /// The assets of a station that is reached at `base`.
    func assets(at base: String) -> [InterstitialAsset] {
        spots.map {
            InterstitialAsset(
                address: "\(base)\(Self.folder)/\($0.name).m3u8", length: $0.length)
        }
    }

    /// The playlist or the segment of this name in ``folder``, and its type; `nil` if there is none.
    func file(named name: String) -> (contentType: String, bytes: [UInt8])? {
        for spot in spots {
            if name == "\(spot.name).m3u8" {
                return (LivePlaylist.contentType, Array(playlist(of: spot).utf8))
            }
            if name == "\(spot.name).mp3" {
                var tag = ID3Writer()
                tag.addTimestamp(MediaTimestamp(samples: 0, rate: spot.length.rate))
                return (HLSForm.mp3.contentType, tag.tag + spot.frames)
            }
        }
        return nil
    }

    private func playlist(of spot: Spot) -> String {
        let (seconds, rest) = spot.length.count.quotientAndRemainder(dividingBy: spot.length.rate)
        return """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:\(seconds + (rest > 0 ? 1 : 0))
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXTINF:\(spot.length.decimalSeconds),
            \(spot.name).mp3
            #EXT-X-ENDLIST

            """
    }
}
