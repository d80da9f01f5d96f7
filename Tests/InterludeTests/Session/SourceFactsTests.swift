import MediaTime
import Testing

@testable import AudioDecoding
@testable import Interlude

@Suite("What a source says of itself")
struct SourceFactsTests {
    @Test(
        "has a length only if it is a file",
        arguments: [(SourceFacts.Kind.file, 9600), (.pipe, nil), (.live, nil)]
            as [(SourceFacts.Kind, Int64?)])
    func length(kind: SourceFacts.Kind, frames: Int64?) {
        let description = StreamDescription(
            codec: "mp3", container: .mp3, sampleRate: 44_100, channelCount: 1, bitRate: 128_000,
            length: FrameTime(9600), estimatedLength: FrameTime(9600))
        let facts = SourceFacts(description, kind: kind)
        #expect(facts.length?.frames == frames)
        #expect(facts.estimatedLength?.frames == frames)
        #expect("\(facts)" == "mp3, 44100 Hz, 1 channel, \(kind.rawValue)")
    }
}
