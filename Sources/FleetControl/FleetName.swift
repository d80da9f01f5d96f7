/// The name of a fleet, a group or a player: letters, digits and `.`, `_`, `-`, at most 64.
///
/// It is safe as a level of a topic, as a file name and on a terminal.
package struct FleetName: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String

    /// `nil` if `text` is no such name.
    package init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed),
            !text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") })
        else { return nil }
        self.text = text
    }

    /// The nearest name to `text`, with `-` for what a name cannot have; `nil` if nothing is left.
    package init?(nearestTo text: String) {
        let bytes = text.utf8.prefix(64).map { Self.isAllowed($0) ? $0 : UInt8(ascii: "-") }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    package static func < (left: FleetName, right: FleetName) -> Bool { left.text < right.text }

    package var description: String { text }
}
