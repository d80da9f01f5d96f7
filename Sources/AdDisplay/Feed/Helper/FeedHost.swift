/// A list of rows in sections, in which a ``StreamAdHelper`` puts ads: a table in the seed.
///
/// Called on the helper's executor.
public protocol FeedHost: AnyObject {
    /// How many items, without ads, each section has now.
    var itemCounts: [Int] { get }

    /// The first and the last row in view, ads among them; `nil` if none is.
    var visiblePaths: ClosedRange<FeedPath>? { get }

    /// Shows a new row with an ad at `path`; what was there moves down. The helper counts the row
    /// already.
    func insertRow(_ view: FeedAdView, at path: FeedPath)

    /// Takes rows of ads away. The paths are those before the first of them is gone, from the top
    /// down.
    func deleteRows(at paths: [FeedPath])

    /// Shows all rows anew, from the items alone: no ad has a row any more.
    func reload()

    /// The ad at `path` has grown or shrunk; its row is to become `height` points high within
    /// `duration`.
    func rowHeightChanged(at path: FeedPath, to height: Double, within duration: Duration)
}
