import CSystemd
import Glibc

/// What sd-bus says went wrong: a negative `errno`.
struct BusError: Error, Hashable {
    let code: Int32
}

extension BusError: CustomStringConvertible {
    var description: String { String(cString: strerror(-code)) }
}

/// Passes a non-negative result of sd-bus through and throws any other.
@discardableResult
func check(_ result: Int32) throws(BusError) -> Int32 {
    guard result >= 0 else { throw BusError(code: result) }
    return result
}
