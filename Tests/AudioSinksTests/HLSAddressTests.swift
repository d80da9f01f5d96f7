import Testing

@testable import AudioSinks

@Suite("The address of a folder for HLS")
struct HLSAddressTests {
    @Test("is a folder, with the usual form")
    func folder() throws {
        let address = try HLSAddress(parsing: "/var/www/live")
        #expect(address.folder == "/var/www/live")
        #expect(address.form == .fmp4)
        #expect(address.bitRate == 128_000)
        #expect(address.segmentLength == 281)
        #expect(address.segmentCount == 6)
        #expect(address.partLength == nil)
    }

    @Test("may say the form, the bit rate, and the lengths")
    func settings() throws {
        let address = try HLSAddress(
            parsing: "live?form=aac&bitrate=96k&segment=2s&segments=10&part=500ms")
        #expect(address.folder == "live")
        #expect(address.form == .aac)
        #expect(address.bitRate == 96_000)
        #expect(address.segmentLength == 94)
        #expect(address.segmentCount == 10)
        #expect(address.partLength == 23)
    }

    @Test(
        "may have the least and the greatest of each number",
        arguments: [
            ("bitrate=32k", 32_000, 281, 6), ("bitrate=320000", 320_000, 281, 6),
            ("segment=1s", 128_000, 47, 6), ("segment=1000ms", 128_000, 47, 6),
            ("segment=10s", 128_000, 469, 6), ("segment=000002s", 128_000, 94, 6),
            ("segments=3", 128_000, 281, 3), ("segments=100", 128_000, 281, 100),
        ])
    func limits(settings: String, bitRate: Int, segmentLength: Int, segmentCount: Int) throws {
        let address = try HLSAddress(parsing: "my live?\(settings)")
        #expect(address.folder == "my live")
        #expect(address.bitRate == bitRate)
        #expect(address.segmentLength == segmentLength)
        #expect(address.segmentCount == segmentCount)
    }

    @Test(
        "may have parts of a fifth of a second to two, up to half a segment",
        arguments: [("part=200ms", 9), ("part=2s", 94), ("part=2s&segment=4s", 94)])
    func parts(settings: String, partLength: Int) throws {
        #expect(try HLSAddress(parsing: "a?\(settings)").partLength == partLength)
    }

    @Test(
        "is refused with the reason if it cannot be used",
        arguments: [
            ("", "the folder is missing"), ("?form=aac", "the folder is missing"),
            ("a\nb", "control character"), ("a?form=ts", "fmp4 or aac"),
            ("a?bitrate=1k", "from 32k to 320k"), ("a?bitrate=", "from 32k to 320k"),
            ("a?segment=11s", "from 1s to 10s"), ("a?segment=-2s", "from 1s to 10s"),
            ("a?segment=99999999999999999999s", "from 1s to 10s"),
            ("a?segments=2", "from 3 to 100"), ("a?part=10ms", "from 200ms to 2s"),
            ("a\u{7F}b", "control character"), ("a?form", "fmp4 or aac"),
            ("a?segment=999ms", "from 1s to 10s"), ("a?segment=10001ms", "from 1s to 10s"),
            ("a?segment=0000002s", "from 1s to 10s"), ("a?segment=2", "from 1s to 10s"),
            ("a?segments=101", "from 3 to 100"), ("a?part=199ms", "from 200ms to 2s"),
            ("a?part=2001ms", "from 200ms to 2s"), ("a?segments=4&segments=5", "segments twice"),
            ("a?part=1s&part=1s", "part twice"), ("a?segment=4s&segment=5s", "segment twice"),
            ("a?bitrate=96k&bitrate=96k", "bitrate twice"), ("a?=&=", "may only ask for"),
            ("a?part=2s&segment=3s", "half a segment"), ("a?loop=1", "may only ask for"),
            ("a?form=aac&form=aac", "form twice"),
        ])
    func refused(text: String, reason: String) {
        let error = #expect(throws: SinkFailure.self) { try HLSAddress(parsing: text) }
        #expect(error?.description.contains(reason) == true)
    }
}
