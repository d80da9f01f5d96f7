import Foundation
import Testing

@testable import InterludeWeb

@Suite("The address that others can type")
struct MachineAddressTests {
    private static let loopback = MachineAddress("127.0.0.1", .ipv4)
    private static let linkLocal = MachineAddress("169.254.3.4", .ipv4)
    private static let bridge = MachineAddress("172.17.0.1", .ipv4)
    private static let lan = MachineAddress("192.168.1.5", .ipv4, isOnDefaultRoute: true)
    private static let six = MachineAddress("2001:db8::5", .ipv6)
    private static let linkSix = MachineAddress("fe80::1%eth0", .ipv6)

    @Test(
        "is that of the default route, else another that leaves this machine",
        arguments: [
            ([loopback, bridge, six, lan], "0.0.0.0", "192.168.1.5"),
            ([loopback, bridge, lan], "::", "192.168.1.5"),
            ([loopback, linkLocal, bridge, six], "0.0.0.0", "172.17.0.1"),
            ([loopback, linkSix, six], "::", "2001:db8::5"),
            ([loopback, linkSix, six], "0.0.0.0", nil),
            ([loopback, linkLocal, linkSix], "::", nil),
            ([], "", nil),
        ] as [([MachineAddress], String, String?)])
    func best(addresses: [MachineAddress], host: String, text: String?) {
        #expect(MachineAddress.best(of: addresses, for: host)?.text == text)
    }

    @Test("is looked for among those of this machine")
    func all() {
        let all = MachineAddress.all
        #expect(all.count { $0.isOnDefaultRoute } <= 1)
        #expect(all.allSatisfy { !$0.text.isEmpty && $0.text.contains { ":.".contains($0) } })
        for address in all {
            #expect(address.text.contains(":") == (address.family == .ipv6))
            #expect(!address.text.contains("\0"))
        }
        #expect(all.contains { $0.text == "127.0.0.1" && !$0.isOnDefaultRoute })
        // The kernel's own list, where there is IPv6.
        let known = FileManager.default.contents(atPath: "/proc/net/if_inet6") ?? Data()
        let loopback = String(repeating: "0", count: 31) + "1"
        let hasSix = String(decoding: known, as: UTF8.self).contains(loopback)
        #expect(all.contains { $0.text == "::1" && $0.family == .ipv6 } == hasSix)
    }

    @Test("is not replaced if the server has a name of its own")
    func named() {
        #expect(PageAddress.name(of: "radio.example") == "radio.example")
        #expect(!PageAddress.name(of: "0.0.0.0").isEmpty)
        #expect(PageAddress.name(of: "0.0.0.0") != "0.0.0.0")
    }
}
