import MediaTime
import PlainText

/// A category of what ads are for. Two ads of the same one compete with each other.
///
/// A code of the IAB's content taxonomy 1.0, as `IAB2-3`, is known by its form, whoever the document
/// says has made it; its category is the part before the dash. Any other code is a category of its
/// authority as a whole.
package struct AdCategory: Hashable, Sendable, Codable {
    /// Whose list has ``code``, in lower case and without a scheme; empty if the document does not say.
    package let authority: String
    /// In lower case.
    package let code: String

    /// The most categories of an ad that are compared, and the most UTF-8 bytes of one.
    package static let mostPerAd = 32
    static let textLimit = 256

    /// `nil` for a category that says nothing of what the ad is for, or with too long a text.
    package init?(_ category: VASTCategory) {
        let code = category.code.trimmed.lowercased()
        if let number = Self.contentNumber(of: code) {
            guard number != Self.uncategorized else { return nil }
            self.init(authority: "iab", code: "iab\(number)")
        } else {
            self.init(authority: Self.name(of: category.authority ?? ""), code: code)
        }
        guard authority.utf8.count + self.code.utf8.count <= Self.textLimit else { return nil }
    }

    private init(authority: String, code: String) {
        self.authority = authority
        self.code = code
    }

    /// The category of the IAB that means that an ad has none.
    private static let uncategorized = 24

    /// The number of the category in the content taxonomy 1.0, which has 26; `nil` for any other code.
    fileprivate static func contentNumber(of code: String) -> Int? {
        guard code.hasPrefix("iab") else { return nil }
        let parts = code.dropFirst(3).split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, parts.count <= 2, (1...26).contains(numbers[0]) else {
            return nil
        }
        return numbers[0]
    }

    private static func name(of authority: String) -> String {
        var name = authority.trimmed.lowercased()[...]
        for start in ["https://", "http://", "www."] where name.hasPrefix(start) {
            name = name.dropFirst(start.count)
        }
        while name.hasSuffix("/") { name.removeLast() }
        return String(name)
    }
}

extension VASTCategory {
    /// Whether it is one of `codes`, which are in lower case, or below one in the content taxonomy 1.0.
    func isAmong(_ codes: Set<String>) -> Bool {
        let code = code.lowercased()
        if codes.contains(code) { return true }
        return AdCategory.contentNumber(of: code).map { codes.contains("iab\($0)") } ?? false
    }
}

extension VASTAd {
    /// The categories in which it competes with other ads, each once.
    var competition: [AdCategory] {
        let known = categories.prefix(AdCategory.mostPerAd).compactMap { AdCategory($0) }
        return known.reduce(into: []) { categories, category in
            if !categories.contains(category) { categories.append(category) }
        }
    }
}
