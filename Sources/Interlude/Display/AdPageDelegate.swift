import AdDisplay

/// Hears what becomes of the ads of a page.
///
/// Called on the page's thread, one call after the other; must not wait. Every method has an
/// implementation that does nothing.
public protocol AdPageDelegate: AnyObject, Sendable {
    /// These are to be seen now, in the order of their places.
    func onViewsChanged(_ views: [ShownAd])

    /// A line for the event log, at the output frame up to which the session was heard.
    func onEvent(_ record: EventRecord)
}

extension AdPageDelegate {
    public func onViewsChanged(_ views: [ShownAd]) {}
    public func onEvent(_ record: EventRecord) {}
}
