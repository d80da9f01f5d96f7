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
        "is refused with the reason if it cannot be used",
        arguments: [
            ("", "the folder is missing"), ("?form=aac", "the folder is missing"),
            ("a\nb", "control character"), ("a?form=ts", "fmp4 or aac"),
            ("a?bitrate=1k", "from 32k to 320k"), ("a?bitrate=", "from 32k to 320k"),
            ("a?segment=11s", "from 1s to 10s"), ("a?segment=-2s", "from 1s to 10s"),
            ("a?segment=99999999999999999999s", "from 1s to 10s"),
            ("a?segments=2", "from 3 to 100"), ("a?part=10ms", "from 200ms to 2s"),
            ("a?part=2s&segment=3s", "half a segment"), ("a?loop=1", "may only ask for"),
            ("a?form=aac&form=aac", "form twice"), ("a?=&=", "may only ask for"),
        ])
    func refused(text: String, reason: String) {
        let error = #expect(throws: SinkFailure.self) { try HLSAddress(parsing: text) }
        #expect(error?.description.contains(reason) == true)
    }
}
