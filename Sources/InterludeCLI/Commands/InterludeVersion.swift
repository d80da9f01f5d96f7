/// Which Interlude this is.
enum InterludeVersion {
    /// By semver.org; the newest heading of the changelog.
    static let text = "0.1.0"
}
