import AudioEncoding
import Testing

@Suite("The pages of a listener's Ogg Opus")
struct OggPageTests {
    /// The fields of a page's header.
    private struct Page: Hashable {
        var flags: UInt8
        var granule: Int64
        var sequence: UInt32
        var body: [UInt8]
    }

    private static func pages(of bytes: [UInt8]) -> [Page] {
        var pages: [Page] = []
        var rest = bytes[...]
        while rest.count >= 27, rest.starts(with: "OggS".utf8) {
            let header = Array(rest.prefix(27))
            let lacing = rest.dropFirst(27).prefix(Int(header[26]))
            let body = Array(
                rest.dropFirst(27 + lacing.count).prefix(lacing.reduce(0) { $0 + Int($1) }))
            pages.append(
                Page(
                    flags: header[5], granule: number(header[6..<14]),
                    sequence: UInt32(number(header[18..<22])), body: body))
            rest = rest.dropFirst(27 + lacing.count + body.count)
        }
        #expect(rest.isEmpty)
        return pages
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
    }

    @Test("begin with the two headers, and are numbered and timed from where the listener joined")
    func order() throws {
        let all = try chunks(of: programme, as: .oggOpus)
        for joined in [0, 20] {
            let pages = Self.pages(of: bytes(of: all[joined...], as: .oggOpus))
            #expect(pages.map(\.sequence) == (0..<UInt32(pages.count)).map { $0 })
            #expect(pages[0].flags == 2 && pages[0].body.starts(with: "OpusHead".utf8))
            #expect(pages[1].flags == 0 && pages[1].body.starts(with: "OpusTags".utf8))
            #expect(pages[..<2].allSatisfy { $0.granule == 0 })
            #expect(pages[2].granule == 4800)
            let sound = pages.dropFirst(2).dropLast(2)
            #expect(zip(sound, sound.dropFirst()).allSatisfy { $1.granule == $0.granule + 4800 })
            #expect(pages.last?.flags == 4)
            #expect(pages.dropFirst().dropLast().allSatisfy { $0.flags == 0 })
            // The encoder's delay is added to the programme's own frames.
            let end = programme.count / 2 + all[0].leadIn - joined * 4800
            #expect(pages.last?.granule == Int64(end))
        }
    }

    @Test("say in the headers what RFC 7845 requires, and nothing else")
    func headers() throws {
        let all = try chunks(of: Array(programme.prefix(9600)), as: .oggOpus)
        let pages = Self.pages(of: bytes(of: all, as: .oggOpus))
        let version: [UInt8] = [1]
        let channels: [UInt8] = [2]
        let (leadIn, rate): ([UInt8], [UInt8]) = ([0x38, 0x01], [0x80, 0xBB, 0, 0])
        let (gain, family): ([UInt8], [UInt8]) = ([0, 0], [0])
        #expect(
            pages[0].body
                == Array("OpusHead".utf8) + version + channels + leadIn + rate + gain + family)
        let (length, comments): ([UInt8], [UInt8]) = ([9, 0, 0, 0], [0, 0, 0, 0])
        #expect(
            pages[1].body == Array("OpusTags".utf8) + length + Array("Interlude".utf8) + comments)
    }

    @Test("ask a decoder to skip 80 ms if the listener joins in the middle")
    func leadIn() throws {
        let all = try chunks(of: programme, as: .oggOpus)
        for (joined, leadIn) in [(0, all[0].leadIn), (1, 3840), (20, 3840)] {
            let pages = Self.pages(of: bytes(of: all[joined...], as: .oggOpus))
            #expect(Int(Self.number(pages[0].body[10..<12])) == leadIn)
        }
        #expect(all[0].leadIn == 312)
    }
}
