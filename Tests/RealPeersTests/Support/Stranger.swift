import Foundation
import TestServers

/// Another user of this machine, as whom a test runs the command.
enum Stranger {
    /// The wrapper that runs a command as that user; `nil` if this user is not root, or if others
    /// cannot reach the command, as in a folder of root's own.
    static let wrapper: [String]? = {
        guard geteuid() == 0 else { return nil }
        let wrapper = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        // try?: a machine without setpriv has no stranger.
        let run = try? Command(wrapper + [Player.executable, "--version"])
        return run?.status == 0 ? wrapper : nil
    }()
}
