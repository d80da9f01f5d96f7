import FoundationEssentials

/// The program that this process runs.
package enum ExecutablePath {
    /// Its path, with symbolic links resolved.
    package static var current: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    }
}
