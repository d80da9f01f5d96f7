import Foundation
import TestServers

/// Another user of this machine, as whom a test has the command run.
enum Stranger {
    /// What runs the command that follows it as that user; `nil` where this user is not root, or
    /// where others cannot reach the command, as in a folder of root's own.
    static let wrapper: [String]? = {
        guard geteuid() == 0 else { return nil }
        let wrapper = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        // try?: a machine without setpriv has no stranger.
        let run = try? Command(wrapper + [Player.executable, "--version"])
        return run?.status == 0 ? wrapper : nil
    }()
}
