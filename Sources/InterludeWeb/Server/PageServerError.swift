import Glibc
import NIOCore

/// Why a page cannot be served.
package enum PageServerError: Error, Hashable, CustomStringConvertible {
    case portTaken(host: String, port: Int)
    case cannotListen(host: String, port: Int, why: String)
    case tooManyOpenFiles

    package var description: String {
        switch self {
        case .portTaken(let host, let port):
            "port \(port) of \(host) is taken; choose another, or 0 for a free one"
        case .cannotListen(let host, let port, let why):
            "cannot listen at \(host), port \(port): \(why); name an address of this machine"
        case .tooManyOpenFiles:
            "too many files are open in this process; raise the limit with 'ulimit -n'"
        }
    }

    init(_ error: any Error, _ configuration: PageServerConfiguration) {
        let (host, port) = (configuration.host, configuration.port)
        if let error = error as? IOError, error.errnoCode == EADDRINUSE {
            self = .portTaken(host: host, port: port)
        } else if let error = error as? IOError, error.errnoCode == EMFILE {
            self = .tooManyOpenFiles
        } else if let error = error as? IOError {
            let why = String(cString: strerror(error.errnoCode))
            self = .cannotListen(host: host, port: port, why: why)
        } else if error is SocketAddressError.UnknownHost {
            self = .cannotListen(host: host, port: port, why: "the name has no address")
        } else {
            self = .cannotListen(host: host, port: port, why: "\(error)")
        }
    }
}
