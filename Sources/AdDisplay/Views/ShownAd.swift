/// An ad that is to be seen in a page.
public struct ShownAd: Hashable, Sendable, Identifiable {
    public var view: AdViewHandle
    public var state: AdViewState

    /// The name of the place where it stands.
    public var position: String

    /// Who provides it.
    public var provider: String

    public var id: AdViewHandle.ID { view.id }
}
