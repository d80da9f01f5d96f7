import Testing

@testable import FleetControl

private func playlist(_ names: [String]) -> String {
    let spots = names.map { #"{"url":"https://a/\#($0).mp3"}"# }
    return #"{"spots":[\#(spots.joined(separator: ","))]}"#
}

@Suite("The house playlist of a fleet")
struct FleetPlaylistTests {
    @Test("of the player holds, else those of its groups together, else that of all")
    func targets() throws {
        var scene = try FleetScene()
        func receive(_ payload: String, for target: String) -> [String?] {
            scene.pass(5)
            return scene.receive(payload, on: "interlude/shops/\(target)/house").filledURLs
        }
        #expect(
            receive(playlist(["a", "b"]), for: "all") == ["https://a/a.mp3", "https://a/b.mp3"])
        #expect(receive(playlist(["n"]), for: "group/north") == ["https://a/n.mp3"])
        #expect(receive(playlist(["x"]), for: "group/south") == [])
        #expect(receive(playlist(["t"]), for: "player/tea") == ["https://a/t.mp3"])
        // What another one hides changes nothing.
        #expect(receive(playlist(["c"]), for: "all") == [])
        #expect(receive("", for: "player/tea") == ["https://a/n.mp3"])
        #expect(receive("", for: "group/north") == ["https://a/c.mp3"])
        #expect(receive("", for: "all") == [nil])
        #expect(receive("", for: "all") == [])
    }

    @Test("of several groups has at most sixty spots")
    func groups() throws {
        let address = try FleetAddress(parsing: "mqtt://h/shops/north,south")
        var scene = try FleetScene()
        scene.member = FleetMember(address, named: try #require(FleetName("tea")))
        let many = playlist((0..<40).map(String.init))
        let first = scene.receive(many, on: "interlude/shops/group/north/house")
        #expect(first.filledURLs.count == 40)
        let second = scene.receive(many, on: "interlude/shops/group/south/house")
        #expect(second.filledURLs.count == 60)
    }

    @Test("is not told again when the broker sends it again")
    func again() throws {
        var scene = try FleetScene()
        let topic = "interlude/shops/all/house"
        #expect(scene.receive(playlist(["a"]), on: topic).filledURLs == ["https://a/a.mp3"])
        scene.member.lost()
        _ = scene.member.joined()
        #expect(scene.receive(playlist(["a"]), on: topic).isEmpty)
    }

    @Test(
        "stays as it was after one that cannot be read",
        arguments: [
            "tea", "{}", #"{"spots":[]}"#, #"{"spots":[{"url":"/etc/passwd"}]}"#,
            #"{"spots":[{"url":"http://a"},{"url":"file:///etc/passwd"}]}"#,
            playlist((0..<61).map(String.init)),
            String(repeating: "[", count: 40_000),
        ])
    func refused(payload: String) throws {
        var scene = try FleetScene()
        let topic = "interlude/shops/all/house"
        _ = scene.receive(playlist(["a"]), on: topic)
        let commands = scene.receive(payload, on: topic)
        #expect(commands.count == 1 && commands.warnings.count == 1, "\(commands)")
        #expect(scene.receive(playlist(["a"]), on: topic).isEmpty)
    }

    @Test("that keeps changing is told five times, then every five seconds")
    func pace() throws {
        var scene = try FleetScene()
        let told = (0..<9).flatMap { number in
            scene.receive(playlist(["\(number)"]), on: "interlude/shops/all/house").filledURLs
        }
        #expect(told == (0..<5).map { "https://a/\($0).mp3" })
        scene.pass(4.9)
        #expect(scene.member.advance(to: scene.now).isEmpty)
        scene.pass(0.2)
        #expect(scene.member.advance(to: scene.now).filledURLs == ["https://a/8.mp3"])
        scene.pass(60)
        #expect(scene.member.advance(to: scene.now).isEmpty)
    }

    @Test("and schedules count among the payloads that are read")
    func flood() throws {
        var scene = try FleetScene()
        for _ in 0..<250 {
            _ = scene.receive(playlist(["a"]), on: "interlude/shops/all/house")
            _ = scene.receive("{}", on: "interlude/shops/all/schedule")
        }
        #expect(scene.receive(playlist(["b"]), on: "interlude/shops/all/house").filledURLs == [])
        #expect(scene.receive(scene.push()).pushedIDs.isEmpty)
        scene.pass(1)
        #expect(scene.receive(scene.push()).pushedIDs == ["a"])
    }
}
