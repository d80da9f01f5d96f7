import FoundationEssentials
import MediaTime

/// A fleet at an MQTT broker, and the place of a player in it.
///
/// Written as `mqtt://USER:PASSWORD@HOST:PORT/FLEET/GROUP,GROUP?name=PLAYER`, with `mqtts` for TLS.
/// The query may also have `ca=FILE`, the certificates of the authorities to trust, `mqtt=3.1.1` for
/// a broker without MQTT 5, and `events=LIST`, the events that the player reports.
package struct FleetAddress: Hashable, Sendable, CustomStringConvertible {
    /// Without the brackets of an IPv6 address.
    package let host: String
    package let port: UInt16
    /// Whether the connection is encrypted.
    package let isSecure: Bool
    let user: String?
    let password: String?
    package let fleet: FleetName
    /// In the order of their names, each once.
    package let groups: [FleetName]
    /// The name of the player; `nil` if the address has none.
    package let name: FleetName?
    /// A file with certificates; `nil` for those that the system trusts.
    package let authorities: String?
    package let version: Version
    package let events: FleetEvents

    package enum Version: String, Hashable, Sendable {
        case five = "5"
        case three = "3.1.1"
    }

    /// The most groups of a player.
    package static let groupLimit = 16

    /// Throws if `text` is no such address. The failure does not quote it, for it may have a
    /// password.
    package init(parsing text: String) throws(FleetFailure) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let usualPort = Self.usualPorts[scheme]
        else { throw FleetFailure("the address must begin with mqtt:// or mqtts://") }
        guard let host = parts.host, !host.isEmpty else {
            throw FleetFailure("the address names no host")
        }
        guard let port = UInt16(exactly: parts.port ?? usualPort), port > 0 else {
            throw FleetFailure("the port must be a number from 1 to 65535")
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
        self.port = port
        isSecure = scheme == "mqtts"
        user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
        password = parts.password
        guard password == nil || user != nil else {
            throw FleetFailure("the name of the user is missing before the password")
        }
        guard ![self.host, user ?? "", password ?? ""].contains(where: \.hasControlCharacters)
        else { throw FleetFailure("the address has a control character") }
        (fleet, groups) = try Self.place(in: parts.path)
        var query: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard Self.keys.contains(item.name), query[item.name] == nil else {
                throw FleetFailure(
                    "the address may only have \(Self.keys.joined(separator: ", ")), each once")
            }
            query[item.name] = item.value ?? ""
        }
        name = try query["name"].map { text throws(FleetFailure) in
            guard let name = FleetName(text) else { throw FleetFailure(Self.nameAdvice) }
            return name
        }
        authorities = try query["ca"].map { file throws(FleetFailure) in
            guard scheme == "mqtts" else { throw FleetFailure("ca= needs TLS; write mqtts://") }
            guard !file.isEmpty, !file.hasControlCharacters else {
                throw FleetFailure("ca= names no file")
            }
            return file
        }
        guard let version = Version(rawValue: query["mqtt"] ?? Version.five.rawValue) else {
            throw FleetFailure("mqtt= takes 5 or 3.1.1")
        }
        self.version = version
        guard let events = query["events"].map(FleetEvents.init(parsing:)) ?? .usual else {
            throw FleetFailure("events= takes all, none, or a list as in slot,break")
        }
        self.events = events
    }

    private static func place(
        in path: String
    ) throws(FleetFailure) -> (fleet: FleetName, groups: [FleetName]) {
        let levels = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard let first = levels.first, !first.isEmpty, levels.count <= 2 else {
            throw FleetFailure("the fleet is missing; write it after the host, as in /shops")
        }
        guard let fleet = FleetName(String(first)) else { throw FleetFailure(nameAdvice) }
        guard levels.count == 2, !levels[1].isEmpty else { return (fleet, []) }
        var groups: Set<FleetName> = []
        for part in levels[1].split(separator: ",", omittingEmptySubsequences: false) {
            guard let group = FleetName(String(part)) else { throw FleetFailure(nameAdvice) }
            groups.insert(group)
        }
        guard groups.count <= groupLimit else {
            throw FleetFailure("a player is in at most \(groupLimit) groups")
        }
        return (fleet, groups.sorted())
    }

    private static let usualPorts = ["mqtt": 1883, "mqtts": 8883]

    private static let keys = ["name", "ca", "mqtt", "events"]

    private static let nameAdvice =
        "fleets, groups and players have names of at most 64 letters, digits, '.', '_' and '-'"

    /// The address without user and password, which also stands for it in messages.
    package var publicName: String {
        let server = host.contains(":") ? "[\(host)]" : host
        return "\(isSecure ? "mqtts" : "mqtt")://\(server):\(port)/\(fleet)"
    }

    package var description: String { publicName }
}

/// Why a fleet cannot be joined or reached, in words.
package struct FleetFailure: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

extension String {
    fileprivate var hasControlCharacters: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}
