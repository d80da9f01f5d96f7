import Foundation

extension String {
    /// An address as it may be shown to others: without the name and password in it. Anything else
    /// is as it was.
    package var withoutCredentials: String {
        guard contains("://"), contains("@"), var parts = URLComponents(string: self) else {
            return self
        }
        parts.user = nil
        parts.password = nil
        return parts.string ?? self
    }
}
