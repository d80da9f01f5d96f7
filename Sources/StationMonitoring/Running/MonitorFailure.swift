import Glibc
import NIOCore
import Platform

/// Why stations cannot be watched, in one line.
package struct MonitorFailure: Error, Hashable, CustomStringConvertible {
    package var kind: Kind
    package var description: String

    package enum Kind: Hashable, Sendable {
        /// The page and the metrics cannot be served.
        case unavailable
        /// An event log or a lease cannot be written.
        case cannotWrite
    }

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// The failure to serve at `address`.
    init(_ error: any Error, at address: StationList.ListenAddress) {
        let place = "listen: cannot listen at \(address.host), port \(address.port)"
        guard let code = (error as? IOError)?.errnoCode else {
            self.init(.unavailable, "\(place): \(error); name an address of this machine")
            return
        }
        let advice =
            code == EADDRINUSE
            ? "choose another port, or 0 for a free one" : "name an address of this machine"
        self.init(.unavailable, "\(place): \(SystemError(code: code)); \(advice)")
    }
}
