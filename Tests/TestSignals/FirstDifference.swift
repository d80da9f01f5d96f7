/// The first difference of two long runs of values; `nil` if there is none.
///
/// For comparisons whose failure should show the place and a few values around it, not all values.
package struct FirstDifference<Element: Equatable & Sendable>: Equatable, Sendable {
    /// The number of values before it.
    package let index: Int

    private let found: [Element]
    private let expected: [Element]
    private let foundCount: Int
    private let expectedCount: Int

    /// The number of values shown before the place and from there on.
    private static var leadCount: Int { 2 }
    private static var tailCount: Int { 4 }

    package init?(
        _ found: some Collection<Element>, from expected: some Collection<Element>
    ) {
        let (foundCount, expectedCount) = (found.count, expected.count)
        let index =
            zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(foundCount, expectedCount)
        guard index < max(foundCount, expectedCount) else { return nil }
        self.index = index
        self.found = Self.excerpt(of: found, at: index)
        self.expected = Self.excerpt(of: expected, at: index)
        self.foundCount = foundCount
        self.expectedCount = expectedCount
    }

    private static func excerpt(of values: some Collection<Element>, at index: Int) -> [Element] {
        Array(values.dropFirst(max(0, index - leadCount)).prefix(min(index, leadCount) + tailCount))
    }
}

extension FirstDifference: CustomStringConvertible {
    package var description: String {
        let lead = min(index, Self.leadCount)
        let text = { (values: [Element]) in
            let before = values.prefix(lead).map { "\($0), " }.joined()
            let rest = values.dropFirst(lead).map { "\($0)" }.joined(separator: ", ")
            return "\(before)→ \(rest.isEmpty ? "(end)" : rest)"
        }
        return "at \(index): \(text(found)) (of \(foundCount))"
            + " in place of \(text(expected)) (of \(expectedCount))"
    }
}
