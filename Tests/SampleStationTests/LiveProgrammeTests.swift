import SampleStation
import Testing

@Suite("Live programme") struct LiveProgrammeTests {
    @Test("says what is wrong with a file that cannot be sent", arguments: LiveCodec.allCases)
    func refusal(codec: LiveCodec) throws {
        let page = try Samples.bytes("broken/page.mp3")
        #expect(throws: MediaError.self) { try LiveProgramme(codec, file: page, path: "page.mp3") }
        #expect(throws: MediaError.self) { try LiveProgramme(codec, file: [], path: "empty") }
    }

    @Test("names the file and the frames that it misses there", arguments: ["mp3", "aac"])
    func words(name: String) throws {
        let codec = try #require(LiveCodec(rawValue: name))
        let error = #expect(throws: MediaError.self) {
            try LiveProgramme(codec, file: [1, 2, 3], path: "a/b.\(name)")
        }
        #expect(
            error?.description
                == "a/b.\(name) cannot be sent as a live stream: it has no \(name) frame")
    }

    @Test("lasts as long as the file", arguments: LiveCodec.allCases)
    func duration(codec: LiveCodec) throws {
        let round = try Samples.programme(codec).timeline.roundDuration
        #expect(round > .seconds(75) && round < .milliseconds(75_100))
    }

    @Test("is one endless Ogg stream: pages, granules and checksums continue across the seam")
    func ogg() throws {
        let programme = try Samples.programme(.opus)
        let count = programme.timeline.frameCount
        var stream = programme.preamble
        for frame in 0..<count * 2 + 3 { stream += programme.bytes(of: frame) }
        let pages = Array(OggPageWalker(stream))
        #expect(pages.map(\.sequence) == Array(0..<UInt32(count * 2 + 5)))
        #expect(pages.filter(\.startsStream).count == 1)
        #expect(Set(pages.map(\.serial)).count == 1)
        for (earlier, later) in zip(pages.dropFirst(2), pages.dropFirst(3)) {
            #expect(later.granule > earlier.granule && later.granule - earlier.granule <= 48_000)
        }
        for page in pages {
            var bytes = Array(stream[page.bytes])
            let stored = bytes[22..<26].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
            #expect(OggPage.checksum(of: bytes) == stored)
            #expect(bytes[5] & 4 == 0)
        }
    }
}
