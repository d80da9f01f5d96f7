import Testing

@testable import FleetControl

@Suite("The address of a fleet")
struct FleetAddressTests {
    @Test("has a host, a fleet, groups and a name")
    func parts() throws {
        let address = try FleetAddress(
            parsing: "mqtts://tea:secret@[::1]:1234/shops/south,north?name=tea-1&ca=ca.pem")
        #expect(address.host == "::1" && address.port == 1234 && address.isSecure)
        #expect(address.user == "tea" && address.password == "secret")
        #expect(address.fleet.text == "shops")
        #expect(address.groups.map(\.text) == ["north", "south"])
        #expect(address.name?.text == "tea-1" && address.authorities == "ca.pem")
        #expect(address.version == .five)
    }

    @Test(
        "has the usual port of its scheme, or one from 1 to 65535",
        arguments: [
            ("mqtt://h/f", 1883), ("mqtts://h/f", 8883), ("mqtt://h:1/f", 1),
            ("mqtt://h:65535/f", 65_535),
        ] as [(String, UInt16)])
    func port(text: String, port: UInt16) throws {
        #expect(try FleetAddress(parsing: text).port == port)
    }

    @Test("never shows the password")
    func secret() throws {
        let address = try FleetAddress(parsing: "mqtt://tea:secret@h/shops/north?mqtt=3.1.1")
        #expect("\(address)" == "mqtt://h:1883/shops")
        #expect(address.version == .three)
    }

    @Test(
        "is refused without quoting it",
        arguments: [
            "h/f", "http://h/f", "mqtt:///f", "mqtt://h", "mqtt://h/", "mqtt://h/f/g/h",
            "mqtt://:secret@h/f", "mqtt://h/f?name=a/b", "mqtt://h/f?name=%2B", "mqtt://h/%23",
            "mqtt://h/f/a,,b", "mqtt://h/f?secret=1", "mqtt://h/f?ca=x", "mqtt://h/f?mqtt=4",
            "mqtt://u:secret%0a@h/f", "mqtt://h:0/f", "mqtt://h/f?events=a,", "mqtt://h/..",
            "mqtts://h/f?name=secret&name=b", "mqtt://h:65536/f",
        ])
    func refused(text: String) {
        let failure = #expect(throws: FleetFailure.self) { try FleetAddress(parsing: text) }
        #expect(failure?.description.contains("secret") == false)
    }

    @Test("takes the nearest name to that of a host")
    func hostName() {
        #expect(FleetName(nearestTo: "Kasse 3.laden")?.text == "Kasse-3.laden")
        #expect(FleetName(nearestTo: "") == nil)
    }
}
