import HLSPackaging
import MediaTime

/// The markers of breaks in media playlists.
struct PlaylistMarkers {
    let dialects: [MarkerDialect]
    let programme: SegmentedProgramme

    /// The spots for interstitials, in turn.
    let assets: [InterstitialAsset]

    /// The date of a frame, as the playlist has it.
    let date: (Int) -> String

    /// How many segments before a break its date range is in the playlist.
    private static let announcedCount = 3

    /// The date ranges of the breaks in the playlist of these segments, and of one that comes soon.
    func ranges(around window: Range<Int>) -> [String] {
        var numbers: [Int] = []
        for segment in window.lowerBound..<(window.upperBound + Self.announcedCount) {
            switch programme.grid.relation(of: segment) {
            case .none, .precedes: continue
            case .begins(let number), .continues(let number), .follows(let number, _):
                if numbers.last != number { numbers.append(number) }
            }
        }
        return numbers.flatMap { number in
            let place = MarkedBreak(number, in: programme)
            let hasEnded = programme.grid.segmentAfter(number) < window.upperBound
            return dialects.flatMap { ranges(of: place, hasEnded: hasEnded, in: $0) }
        }
    }

    /// The tags that stand before a segment.
    func tags(before segment: Int) -> [String] {
        switch programme.grid.relation(of: segment) {
        case .none, .precedes: return []
        case .begins(let number):
            let place = MarkedBreak(number, in: programme)
            return dialects.flatMap { Self.startTags(of: place, in: $0) }
        case .continues(let number):
            let place = MarkedBreak(number, in: programme)
            let elapsed = programme.span(
                from: place.firstFrame, to: programme.firstFrame(of: segment))
            return dialects.flatMap {
                Self.continuationTags(of: place, after: elapsed.decimalSeconds, in: $0)
            }
        case .follows(let number, _):
            let place = MarkedBreak(number, in: programme)
            return dialects.flatMap { Self.endTags(of: place, in: $0) }
        }
    }

    private static func startTags(of place: MarkedBreak, in dialect: MarkerDialect) -> [String] {
        let duration = place.duration
        return switch dialect {
        case .cueOut: ["#EXT-X-CUE-OUT:\(duration)"]
        case .cueOutAttributes: ["#EXT-X-CUE-OUT:DURATION=\(duration)"]
        case .oatcls:
            ["#EXT-OATCLS-SCTE35:\(place.start.base64)", "#EXT-X-CUE-OUT:\(duration)"]
        case .scte35Tag:
            [
                "#EXT-X-SCTE35:TYPE=0x34,ID=\"\(place.number)\",DURATION=\(duration),CUE-OUT=YES"
                    + ",CUE=\"\(place.opportunityStart.base64)\""
            ]
        case .adobe:
            [
                "#EXT-X-CUE:TYPE=\"SpliceOut\",ID=\"\(place.number)\""
                    + ",TIME=\(place.startSeconds),DURATION=\(duration)"
            ]
        case .dateRange, .interstitial, .twitch, .scte35, .id3, .adsWizz, .title, .nowPlaying: []
        }
    }

    private static func continuationTags(
        of place: MarkedBreak, after elapsed: String, in dialect: MarkerDialect
    ) -> [String] {
        let duration = place.duration
        return switch dialect {
        case .cueOut: ["#EXT-X-CUE-OUT-CONT:\(elapsed)/\(duration)"]
        case .cueOutAttributes:
            ["#EXT-X-CUE-OUT-CONT:ElapsedTime=\(elapsed),Duration=\(duration)"]
        case .oatcls:
            [
                "#EXT-X-CUE-OUT-CONT:ElapsedTime=\(elapsed),Duration=\(duration)"
                    + ",SCTE35=\(place.start.base64)"
            ]
        case .scte35Tag:
            [
                "#EXT-X-SCTE35:TYPE=0x34,ID=\"\(place.number)\",DURATION=\(duration)"
                    + ",ELAPSED=\(elapsed),CUE-OUT=CONT"
                    + ",CUE=\"\(place.opportunityStart.base64)\""
            ]
        case .adobe:
            [
                "#EXT-X-CUE-CONT:ID=\"\(place.number)\",AVAIL-DUR-ELAPSED=\(elapsed)"
                    + ",DURATION=\(duration)"
            ]
        case .dateRange, .interstitial, .twitch, .scte35, .id3, .adsWizz, .title, .nowPlaying: []
        }
    }

    private static func endTags(of place: MarkedBreak, in dialect: MarkerDialect) -> [String] {
        switch dialect {
        case .cueOut, .cueOutAttributes, .oatcls: ["#EXT-X-CUE-IN"]
        case .scte35Tag:
            [
                "#EXT-X-SCTE35:TYPE=0x35,ID=\"\(place.number)\",CUE-IN=YES"
                    + ",CUE=\"\(place.opportunityEnd.base64)\""
            ]
        case .adobe:
            [
                "#EXT-X-CUE:TYPE=\"SpliceIn\",ID=\"\(place.number)\",TIME=\(place.endSeconds)"
            ]
        case .dateRange, .interstitial, .twitch, .scte35, .id3, .adsWizz, .title, .nowPlaying: []
        }
    }

    private func ranges(
        of place: MarkedBreak, hasEnded: Bool, in dialect: MarkerDialect
    ) -> [String] {
        let start = "START-DATE=\"\(date(place.firstFrame))\""
        switch dialect {
        case .dateRange:
            let id = "#EXT-X-DATERANGE:ID=\"\(place.number)\",\(start)"
            let out =
                "\(id),PLANNED-DURATION=\(place.duration)"
                + ",SCTE35-OUT=\(place.start.hexadecimal)"
            let end = "\(id),DURATION=\(place.duration),SCTE35-IN=\(place.end.hexadecimal)"
            return hasEnded ? [out, end] : [out]
        case .interstitial:
            guard let asset = assets.element(ofTurn: place.number - 1) else { return [] }
            return [
                "#EXT-X-DATERANGE:ID=\"\(place.number)\",CLASS=\"com.apple.hls.interstitial\""
                    + ",\(start),DURATION=\(asset.seconds),X-ASSET-URI=\"\(asset.address)\""
                    + ",X-RESUME-OFFSET=\(place.duration),X-PLAYOUT-LIMIT=\(place.duration)"
            ]
        case .twitch:
            return twitchRanges(of: place)
        case .cueOut, .cueOutAttributes, .oatcls, .scte35Tag, .adobe, .scte35, .id3, .adsWizz,
            .title, .nowPlaying:
            return []
        }
    }

    /// Two ads, each half the break: a break is several ranges of one commercial.
    private func twitchRanges(of place: MarkedBreak) -> [String] {
        let middle = (place.firstFrame + place.endFrame) / 2
        let ads = [(place.firstFrame, middle), (middle, place.endFrame)]
        return ads.enumerated().map { index, ad in
            "#EXT-X-DATERANGE:ID=\"stitched-ad-\(place.number)-\(index + 1)\""
                + ",CLASS=\"twitch-stitched-ad\",START-DATE=\"\(date(ad.0))\""
                + ",DURATION=\(programme.span(from: ad.0, to: ad.1).decimalSeconds)"
                + ",X-TV-TWITCH-AD-COMMERCIAL-ID=\"\(place.number)\""
                + ",X-TV-TWITCH-AD-POD-FILLED-DURATION=\"\(place.duration)\""
                + ",X-TV-TWITCH-AD-ROLL-TYPE=\"MIDROLL\""
        }
    }
}

/// A break of a segmented programme, as markers describe it.
struct MarkedBreak {
    let number: Int
    let firstFrame: Int

    /// The first frame after it.
    let endFrame: Int

    /// In seconds.
    let duration: String

    private let startTime: MediaTimestamp
    private let endTime: MediaTimestamp
    private let length: SampleSpan

    init(_ number: Int, in programme: SegmentedProgramme) {
        self.number = number
        firstFrame = programme.firstFrame(of: programme.grid.firstSegment(of: number))
        endFrame = programme.firstFrame(of: programme.grid.segmentAfter(number))
        startTime = programme.mediaTime(of: firstFrame)
        endTime = programme.mediaTime(of: endFrame)
        length = programme.span(from: firstFrame, to: endFrame)
        duration = length.decimalSeconds
    }

    private var event: UInt32 { UInt32(truncatingIfNeeded: number) }

    var start: SpliceSection {
        .insert(event: event, at: startTime.ticks, duration: length.ticks)
    }
    var end: SpliceSection { .insert(event: event, at: endTime.ticks, duration: nil) }

    var opportunityStart: SpliceSection {
        .opportunity(event: event, at: startTime.ticks, duration: length.ticks)
    }
    var opportunityEnd: SpliceSection {
        .opportunity(event: event, at: endTime.ticks, duration: nil)
    }

    /// On the clock of the media.
    var startSeconds: String { startTime.span.decimalSeconds }
    var endSeconds: String { endTime.span.decimalSeconds }
}

extension MediaTimestamp {
    fileprivate var span: SampleSpan { SampleSpan(count: samples, rate: rate) }
}

extension Array {
    /// The elements in turn, again from the first after the last; `nil` if there is none.
    fileprivate func element(ofTurn turn: Int) -> Element? {
        isEmpty ? nil : self[turn % count]
    }
}
