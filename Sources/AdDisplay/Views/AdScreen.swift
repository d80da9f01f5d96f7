/// What ads are drawn on and presented from: what a view controller is elsewhere.
///
/// Called on the executor that owns it and the presenter.
public protocol AdScreen: AnyObject {
    /// Another name for each ad of the screen.
    func makeViewID() -> String

    /// Puts an interstitial over everything, and has its spot heard.
    func present(_ view: AdViewHandle)

    /// Takes the interstitial away; what is still to be heard of its spot is not wanted.
    func dismiss(_ view: AdViewHandle)

    /// A click on `view` leads to `target`.
    func open(_ target: String, from view: AdViewHandle)
}
