/// Why a station could not go on air.
package enum StationError: Error, Equatable, CustomStringConvertible {
    case portTaken(host: String, port: Int)
    case cannotListen(host: String, port: Int, why: String)

    package var description: String {
        switch self {
        case .portTaken(let host, let port):
            "port \(port) of \(host) is taken; choose another with --port, or 0 for a free one"
        case .cannotListen(let host, let port, let why):
            "cannot listen at \(host), port \(port): \(why)"
        }
    }
}
