/// Why a number from outside is not a usable time or count.
///
/// The description completes a sentence that names the number: `"duration" must not be negative`.
package enum NumberError: Error, Hashable, Sendable {
    /// It is infinite or NaN.
    case notFinite
    case negative
    /// It is less than this limit, which includes the unit.
    case less(than: String)
    /// It is more than this limit, which includes the unit.
    case more(than: String)
}

extension NumberError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFinite: "must be a finite number"
        case .negative: "must not be negative"
        case .less(let limit): "must be at least \(limit)"
        case .more(let limit): "must be at most \(limit)"
        }
    }
}
