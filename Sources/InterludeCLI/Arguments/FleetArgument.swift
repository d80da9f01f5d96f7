import FleetControl
import Glibc

/// A fleet on the command line: its broker, and the place of a player in it.
struct FleetArgument: Hashable, Sendable {
    let address: FleetAddress

    /// The failure does not quote `text`, for it may have a password.
    init(parsing text: String) throws(UnusableArgument) {
        do throws(FleetFailure) {
            address = try FleetAddress(parsing: text)
        } catch {
            throw UnusableArgument(error.description)
        }
    }

    /// The name of this player: that of the address, else that of the machine.
    func playerName() throws(CommandError) -> FleetName {
        if let name = address.name { return name }
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0,
            let name = FleetName(
                nearestTo: String(
                    decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
                    as: UTF8.self))
        else {
            throw CommandError(
                .usage, "--fleet: this machine has no name; end the address in ?name=NAME")
        }
        return name
    }
}
