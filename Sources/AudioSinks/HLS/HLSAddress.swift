import AudioEncoding
import FoundationEssentials
import MediaTime
import PCMAudio

/// A folder that the mix is written to as a live HLS stream, and how it is encoded for that.
///
/// Written as `DIR` or `DIR?form=aac&bitrate=96k&segment=4s&segments=8&part=500ms`.
package struct HLSAddress: Hashable, Sendable {
    package let folder: String
    package var form = Form.fmp4
    /// In bits per second.
    package var bitRate = SoundCodec.aac.usualBitRate
    /// The length of a segment in packets of AAC.
    package var segmentLength = Self.packets(in: 6_000)
    /// The length of a part in packets; `nil` for whole segments only.
    package var partLength: Int?
    /// How many whole segments the playlist has.
    package var segmentCount = 6

    /// The form of the segments.
    package enum Form: String, Hashable, Sendable {
        /// Fragmented MP4.
        case fmp4
        /// Packed audio: AAC in ADTS behind an ID3 tag with its time.
        case aac

        var fileExtension: String {
            switch self {
            case .fmp4: "m4s"
            case .aac: "aac"
            }
        }
    }

    /// The frames of one packet of AAC.
    static let packetLength = 1024

    /// Throws if `text` is no such address.
    package init(parsing text: String) throws(SinkFailure) {
        let cut = text.lastIndex(of: "?") ?? text.endIndex
        folder = String(text[..<cut])
        guard !folder.isEmpty else {
            throw SinkFailure("the folder is missing, as in hls:/var/www/live")
        }
        guard !folder.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw SinkFailure("the folder has a control character")
        }
        var seen: Set<Substring> = []
        for item in text[cut...].dropFirst().split(separator: "&") {
            let parts = item.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard seen.insert(parts[0]).inserted else {
                throw SinkFailure("the address has \(Self.known(parts[0])) twice")
            }
            try set(parts[0], to: parts.count == 2 ? String(parts[1]) : "")
        }
        guard partLength.map({ 2 * $0 <= segmentLength }) ?? true else {
            throw SinkFailure("a part must be at most half a segment")
        }
    }

    private mutating func set(_ name: Substring, to value: String) throws(SinkFailure) {
        switch name {
        case "form":
            guard let form = Form(rawValue: value) else {
                throw SinkFailure("the form must be fmp4 or aac")
            }
            self.form = form
        case "bitrate":
            let digits = value.hasSuffix("k") ? String(value.dropLast()) + "000" : value
            guard let rate = Int(digits), SoundCodec.aac.bitRates.contains(rate) else {
                throw SinkFailure("the bitrate must be from 32k to 320k")
            }
            bitRate = rate
        case "segment":
            guard let length = Self.milliseconds(value), (1_000...10_000).contains(length) else {
                throw SinkFailure("the segment must be from 1s to 10s")
            }
            segmentLength = Self.packets(in: length)
        case "segments":
            guard let count = Int(value), (3...100).contains(count) else {
                throw SinkFailure("the segments of the playlist must be from 3 to 100")
            }
            segmentCount = count
        case "part":
            guard let length = Self.milliseconds(value), (200...2_000).contains(length) else {
                throw SinkFailure("the part must be from 200ms to 2s")
            }
            partLength = Self.packets(in: length)
        default:
            throw SinkFailure(
                "the address may only ask for form, bitrate, segment, segments and part")
        }
    }

    /// A name that is known, or a word for any other.
    private static func known(_ name: Substring) -> String {
        let names: Set = ["form", "bitrate", "segment", "segments", "part"]
        return names.contains(String(name)) ? String(name) : "a setting"
    }

    private static func milliseconds(_ text: String) -> Int? {
        let (digits, unit) =
            text.hasSuffix("ms") ? (text.dropLast(2), 1) : (text.dropLast(), 1_000)
        guard text.hasSuffix("s"), digits.utf8.count <= 6,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits)
        else { return nil }
        return number * unit
    }

    /// The packets of about that time, at least one.
    private static func packets(in milliseconds: Int) -> Int {
        let frames = milliseconds * AudioFormat.pipeline.sampleRate / 1_000
        return max(1, (frames + packetLength / 2) / packetLength)
    }
}
