/// Hears how the catalogue of live streams changes (rule M3).
///
/// Called on a queue that all delegates of one ``Mycrocast`` share, one call after the other;
/// calls back in are allowed. Every method has an implementation that does nothing.
public protocol LiveStreamsDelegate: AnyObject, Sendable {
    func onStreamAdded(_ stream: LiveStream)
    func onStreamUpdated(_ stream: LiveStream)

    /// The stream is gone; if it was played, it has been stopped.
    func onStreamRemoved(_ stream: LiveStream)
}

extension LiveStreamsDelegate {
    public func onStreamAdded(_ stream: LiveStream) {}
    public func onStreamUpdated(_ stream: LiveStream) {}
    public func onStreamRemoved(_ stream: LiveStream) {}
}
