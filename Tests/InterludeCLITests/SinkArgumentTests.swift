import Testing

@testable import InterludeCLI

@Suite("Sink argument")
struct SinkArgumentTests {
    @Test(
        "names a kind and its details",
        arguments: [
            ("pulse", .pulse(name: nil)), ("pulse:hdmi:1", .pulse(name: "hdmi:1")),
            ("alsa", .alsa(name: nil)), ("alsa:hw:1,0", .alsa(name: "hw:1,0")),
            ("null", .null), ("wav:a.wav", .wav(path: "a.wav")),
            ("wav16:/music/a:b.wav", .wav16(path: "/music/a:b.wav")),
            ("icecast:http://a:b@c/d.mp3", .icecast(address: "http://a:b@c/d.mp3")),
            ("hls:live?form=aac", .hls(address: "live?form=aac")),
        ] as [(String, SinkArgument)])
    func read(text: String, sink: SinkArgument) throws {
        #expect(try SinkArgument(parsing: text) == sink)
    }

    @Test(
        "anything else is refused with a hint",
        arguments: [
            ("oss", "use pulse"), ("null:x", "use pulse"), ("pulse:", "use pulse"),
            ("alsa:", "use pulse"),
            ("wav", "as in wav:out.wav"), ("wav16:", "as in wav16:out.wav"), ("", "use pulse"),
            ("icecast", "use pulse"), ("icecast:", "must begin with http://"),
            ("icecast:http://c/d.mp3", "the password is missing"),
            ("hls", "the folder is missing"), ("hls:", "the folder is missing"),
            ("hls:live?form=ts", "fmp4 or aac"),
        ])
    func refused(text: String, reason: String) {
        let error = #expect(throws: UnusableArgument.self) { try SinkArgument(parsing: text) }
        #expect(error?.description.contains(reason) == true)
    }
}
