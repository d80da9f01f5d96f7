import AdCues
import StreamFetching

@testable import LatencyMeasuring

/// What a player makes of a ``MarkedStream``: the programme, which goes on under the spot of each
/// marked break.
final class ScriptedBroadcast {
    /// How the player behaves.
    struct Manner: Sendable {
        /// By how many frames each spot is late.
        var delay = 0
        /// The number of a break that is not covered.
        var leftOut: Int?
    }

    private let listener: StationListener?
    private let manner: Manner
    private var demuxer = ICYDemuxer(metadataInterval: MarkedStream.byteInterval)
    private var audio: ArraySlice<UInt8> = []
    /// The frames at which breaks begin.
    private var breaks: [Int] = []
    /// The frames heard; the bytes before the first one count as frames, too.
    private var position = -MarkedStream.byteInterval / FloatWAV.bytesPerFrame

    init(of address: String, _ manner: Manner) {
        listener = StationListener(to: address)
        self.manner = manner
        while position < 0 { _ = next() }
    }

    /// The next frame: silence once the station has ended.
    func next() -> (Float, Float) {
        while audio.count < FloatWAV.bytesPerFrame, receive() {}
        let bytes = Array(audio.prefix(FloatWAV.bytesPerFrame))
        audio = audio.dropFirst(FloatWAV.bytesPerFrame)
        defer { position += 1 }
        if let number = breaks.lastIndex(where: { $0 <= position }).map({ $0 + 1 }),
            number != manner.leftOut
        {
            let place = position - breaks[number - 1]
            if (manner.delay..<MarkedStream.breakLength).contains(place) {
                return CodedSound.markedSpot.frame(at: place - manner.delay)
            }
        }
        guard bytes.count == FloatWAV.bytesPerFrame else { return (0, 0) }
        return bytes.withUnsafeBytes { bytes in
            (
                bytes.loadUnaligned(as: Float.self),
                bytes.loadUnaligned(fromByteOffset: 4, as: Float.self)
            )
        }
    }

    /// Returns `false` at the end.
    private func receive() -> Bool {
        let bytes = listener?.read(4096) ?? []
        let output = demuxer.demux(bytes[...])
        audio += output.audio
        for block in output.blocks where block.metadata.ad != nil {
            let byteCount = block.position - MarkedStream.byteInterval
            breaks.append(byteCount / FloatWAV.bytesPerFrame)
        }
        return !bytes.isEmpty
    }
}
