import AdCues
import MediaTime
import StreamFetching
import Testing

@testable import LatencyMeasuring

@Suite("A live stream with marked breaks")
struct MarkedStreamTests {
    /// What a player gets of the frames before `end`.
    private static func received(before end: Int) -> ICYDemuxer.Output {
        var stream = MarkedStream()
        var bytes = stream.head
        for _ in 0..<end / MarkedStream.pieceLength { bytes += stream.takePiece() }
        var demuxer = ICYDemuxer(metadataInterval: MarkedStream.byteInterval)
        return demuxer.demux(bytes[...])
    }

    /// The frame that follows a block.
    private static func frame(after block: ICYDemuxer.Block) -> Int {
        (block.position - MarkedStream.byteInterval) / FloatWAV.bytesPerFrame
    }

    @Test("has the frames of the programme behind the header of a WAV file")
    func frames() {
        let audio = Self.received(before: 8192).audio
        let header = FloatWAV.endlessHeader(byteCount: MarkedStream.byteInterval)
        #expect(audio.prefix(header.count).elementsEqual(header))
        #expect(
            audio.dropFirst(header.count)
                .elementsEqual(FloatWAV.data(of: CodedSound.programme.samples(of: 0..<8192))))
    }

    @Test("begins a break with a block of AdsWizz, and ends it with a title")
    func blocks() {
        let end = 3 * MarkedStream.breakInterval + MarkedStream.breakLength
        let blocks = Self.received(before: end).blocks
        #expect(
            blocks.map { Self.frame(after: $0) }
                == [0]
                + (1...3).flatMap { number in
                    let marked = number * MarkedStream.breakInterval
                    return [marked, marked + MarkedStream.breakLength]
                })
        for (index, block) in blocks.enumerated() {
            let ad = index.isMultiple(of: 2) ? nil : block.metadata.ad
            #expect(block.metadata.ad == ad)
            #expect(ad == nil || ad?.duration == .frames(MarkedStream.breakLength))
            #expect(block.metadata.title?.isEmpty == (ad != nil))
        }
    }

    @Test("hands on a marker with the frame before it")
    func piece() {
        var stream = MarkedStream()
        let pieces = (0..<MarkedStream.breakInterval / MarkedStream.pieceLength).map { _ in
            stream.takePiece().count
        }
        let plain = MarkedStream.pieceLength * FloatWAV.bytesPerFrame
        // A block that says nothing new is one byte.
        let others = pieces.dropLast().allSatisfy { $0 <= plain + 1 }
        #expect(others)
        #expect((pieces.last ?? 0) > plain + 16)
    }
}
