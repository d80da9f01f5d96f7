import MediaTime

/// The markers of breaks in the blocks of an ICY stream.
///
/// Every block of a break is the same, and the first one after it names the title of the programme.
package struct ICYMarkers: Hashable, Sendable {
    private let breaks: StationBreaks
    private let hasFields: Bool
    private let hasTitle: Bool

    /// `nil` if none of the dialects is one of ICY, or there are no breaks.
    package init?(_ dialects: [MarkerDialect], of breaks: StationBreaks?) {
        hasFields = dialects.contains(.adsWizz)
        hasTitle = dialects.contains(.title)
        guard let breaks, hasFields || hasTitle else { return nil }
        self.breaks = breaks
    }

    /// The text of a block at a time after going on air; `nil` if no break is under way.
    package func text(at time: Duration) -> String? {
        guard let number = breaks.number(at: time) else { return nil }
        let title = hasTitle ? AdTitle.start(breaks.length) : ""
        let fields = hasFields ? AdFields(of: number, breaks.length).text : ""
        return ICYWeaver.text(title: title) + fields
    }
}
