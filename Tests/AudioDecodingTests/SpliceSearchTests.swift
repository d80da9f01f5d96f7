import AudioDecoding
import Testing

@Suite("Search for the place where a stream continues")
struct SpliceSearchTests {
    /// Each letter is a packet; equal letters are equal packets.
    static func tail(_ packets: some StringProtocol) -> PacketTail {
        var tail = PacketTail()
        for packet in packets.utf8 {
            tail.append(fingerprint([packet]), lasting: SampleCount(1152, rate: 48_000))
        }
        return tail
    }

    /// The result of the search, and the number of packets; `nil` if it is undecided after all.
    static func search(
        for packets: some StringProtocol, after tail: String, packetInterval: Duration = .zero
    ) -> (verdict: SpliceSearch.Verdict, count: Int)? {
        var search = SpliceSearch(in: Self.tail(tail))
        for (index, packet) in packets.utf8.enumerated() {
            let verdict = search.look(
                at: fingerprint([packet]), after: packetInterval * index)
            if verdict != .undecided { return (verdict, index + 1) }
        }
        return nil
    }

    @Test(
        "ends with the last packet received before",
        arguments: [
            ("what is in both is left out", "abcdefghij", "efghijklmn", 6),
            ("all of it", "abcdef", "abcdefg", 6),
            ("a single packet that is like no other", "abcdefghij", "jklm", 1),
            ("after what a reader makes of half a packet", "abcdefghij", "??ghijklm", 6),
            ("after such a thing in the tail", "ab?defghij", "abcdefghijkl", 10),
            ("with silence at the tail's end", "abcdefssss", "efssssssssg", 6),
            ("with silence within", "abcsssssssdefghij", "sssssdefghijklm", 12),
            ("in a programme that goes round", "abcdefghijklabcdefghijkl", "efghijklabcdef", 8),
            (
                "in a programme that goes round and is in the middle",
                "abcdefghijklmnopabcdefghijkl", "abcdefghijklmnop", 12
            ),
        ])
    func found(what: String, tail: String, packets: String, count: Int) throws {
        let (verdict, found) = try #require(Self.search(for: packets, after: tail))
        #expect(verdict == .seam)
        #expect(found == count)
    }

    @Test(
        "fails if the new connection does not continue the last one",
        arguments: [
            ("it begins later", "abcdefghij", "mnop"),
            ("with silence that was there before, but not last", "absssscdefghij", "sssswxyz"),
            ("with a packet that the tail ends with, by accident", "abcssss", "swxyz"),
            ("a run breaks off before the tail's end", "abcdefghijklmnop", "cdefghwxyz"),
            ("more comes again than ever came", "abcdefghij", "efghiefghiefghi"),
        ])
    func notFound(what: String, tail: String, packets: String) throws {
        let (verdict, count) = try #require(Self.search(for: packets, after: tail))
        #expect(verdict == .noSeam)
        #expect(count == packets.count)
    }

    @Test("a run of silence at the end counts only up to its earlier length")
    func silence() throws {
        let tail = "abc" + String(repeating: "s", count: 20)
        let packets = "bc" + String(repeating: "s", count: 40)
        #expect(try #require(Self.search(for: packets, after: tail)) == (.seam, 22))
    }

    @Test("waits for no more than a station can have buffered")
    func timeLimit() throws {
        let tail = "abcdefghijklmnopqrstuvwxyz"
        let found = Self.search(
            for: "abcdefghijklmnopqrstuvwxyz", after: tail, packetInterval: .milliseconds(300))
        #expect(try #require(found) == (.noSeam, 8))
    }

    @Test("eight known packets in a row are no coincidence", arguments: [7, 8])
    func within(count: Int) {
        var search = SpliceSearch(in: Self.tail("abcdefghijklmnop"))
        for packet in "abcdefghijklmnop".utf8.prefix(count) {
            _ = search.look(at: fingerprint([packet]), after: .zero)
        }
        #expect(search.isWithinTail == (count == 8))
        _ = search.look(at: fingerprint([0]), after: .zero)
        #expect(!search.isWithinTail)
    }

    @Test("an empty tail has no seam")
    func empty() throws {
        #expect(try #require(Self.search(for: "abcdef", after: "")) == (.noSeam, 4))
    }

    @Test("packets from long ago are forgotten")
    func window() throws {
        // 4000 packets of 24 ms are 96 s; 90 s are kept.
        var tail = PacketTail()
        for number in 0..<4000 {
            tail.append(
                fingerprint([UInt8(number & 255), UInt8(number >> 8)]),
                lasting: SampleCount(1152, rate: 48_000))
        }
        for (first, isKnown) in [(249, false), (250, true)] {
            var search = SpliceSearch(in: tail)
            var verdicts: [SpliceSearch.Verdict] = []
            for number in first..<first + 4 {
                let packet = fingerprint([UInt8(number & 255), UInt8(number >> 8)])
                verdicts.append(search.look(at: packet, after: .zero))
            }
            #expect(search.isWithinTail == false)
            #expect((verdicts.last == .undecided) == true || !isKnown)
        }
    }
}

private func fingerprint(_ bytes: [UInt8]) -> PacketFingerprint {
    bytes.withUnsafeBytes { PacketFingerprint(of: $0) }
}
