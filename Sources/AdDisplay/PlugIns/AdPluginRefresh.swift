/// A plug-in that says when its ads are to be loaded anew (rule A12). Hosts reload nothing of
/// one that does not.
public protocol AdPluginRefresh: AdPlugin {
    /// The reader has pulled the page down; returns whether ads are to be loaded anew.
    func reloadOnPullToRefresh() -> Bool

    /// The page is in view again; returns whether ads are to be loaded anew.
    func reloadOnDidAppear() -> Bool
}
