import AudioEncoding
import Testing

@testable import AudioSinks

@Suite("The address of a streaming server")
struct IcecastAddressTests {
    @Test("names server, mount and login, without the password in its public name")
    func parts() throws {
        let address = try IcecastAddress(
            parsing: "https://radio%40a:s%2Fcret@[::1]:8443/live%20x.mp3?bitrate=320k")
        #expect(address.host == "::1" && address.port == 8443 && address.isSecure)
        #expect(address.user == "radio@a" && address.password == "s/cret")
        #expect(address.mount == "/live x.mp3")
        #expect(address.codec == .mp3 && address.bitRate == 320_000)
        #expect(address.publicName == "https://[::1]:8443/live x.mp3")
    }

    @Test(
        "has the port of its scheme",
        arguments: [("http", 80), ("https", 443), ("icecast", 8000), ("HTTP", 80)]
            as [(String, UInt16)])
    func ports(scheme: String, port: UInt16) throws {
        let address = try IcecastAddress(parsing: "\(scheme)://:b@c/d.mp3")
        #expect(address.port == port && address.user == "source")
    }

    @Test(
        "says the format by its ending or its query",
        arguments: [
            ("a.mp3", .mp3, 192_000), ("a.aac", .aac, 128_000), ("a.opus", .opus, 128_000),
            ("a.ogg", .opus, 128_000), ("a.FLAC", .flac, 0), ("a.b?format=aac", .aac, 128_000),
            ("a.mp3?format=flac", .flac, 0), ("a?bitrate=96k&format=opus", .opus, 96_000),
            ("a.mp3?bitrate=128000", .mp3, 128_000),
        ] as [(String, SoundCodec, Int)])
    func formats(mount: String, codec: SoundCodec, bitRate: Int) throws {
        let address = try IcecastAddress(parsing: "http://a:b@c/\(mount)")
        #expect(address.codec == codec && address.bitRate == bitRate)
    }

    @Test(
        "sends as many bits as it asks for, and up to those of a disc without loss",
        arguments: [("a.mp3?bitrate=96k", 96_000), ("a.flac", 1_536_000)])
    func sentBitRate(mount: String, rate: Int) throws {
        #expect(try IcecastAddress(parsing: "http://a:b@c/\(mount)").sentBitRate == rate)
    }

    @Test("has a default user, also where its place is empty, and the highest port")
    func edges() throws {
        let address = try IcecastAddress(parsing: "http://:b@c:65535/d.mp3")
        #expect(address.user == "source" && address.port == 65_535)
        #expect(address.server == "c:65535" && address.description == "http://c:65535/d.mp3")
        #expect(try IcecastAddress(parsing: "http://u:b@c:1/d.mp3").port == 1)
    }

    @Test(
        "is refused with a hint that has no password",
        arguments: [
            ("", "must begin with http://"), ("ftp://a:secret@c/d.mp3", "must begin with http://"),
            ("c:8000/d.mp3", "must begin with http://"), ("http://c/d.mp3", "password is missing"),
            ("http://a@c/d.mp3", "password is missing"),
            ("http://a:@c/d.mp3", "password is missing"),
            ("http://a:secret@/d.mp3", "names no host"),
            ("http://a:secret@c:0/d.mp3", "the port"),
            ("http://a:secret@c:70000/d.mp3", "the port"),
            ("http://a:secret@c", "the mount is missing"), ("http://a:secret@c/", "the mount is"),
            ("http://a:secret@c/live", "the format is missing"),
            ("http://a:secret@c/d.wav", "the format is missing"),
            ("http://a:secret@c/d.mp3?rate=1", "only ask for format and bitrate"),
            ("http://a:secret@c/d.mp3?bitrate=129k", "the bitrate of mp3"),
            ("http://a:secret@c/d.aac?bitrate=8k", "from 32k to 320k"),
            ("http://a:secret@c/d.flac?bitrate=128k", "flac has no bitrate"),
            ("http://a:secret@c/d%0D%0Ax.mp3", "a control character"),
            ("http://a:secret@c/d%7F.mp3", "a control character"),
            ("http://a:secret@c/d%1F.mp3", "a control character"),
            ("http://a%00:secret@c/d.mp3", "a control character"),
        ])
    func refused(text: String, reason: String) {
        let failure = #expect(throws: SinkFailure.self) { try IcecastAddress(parsing: text) }
        #expect(failure?.description.contains(reason) == true)
        #expect(failure?.description.contains("secret") == false)
    }
}
