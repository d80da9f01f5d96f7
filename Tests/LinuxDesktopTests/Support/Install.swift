import Foundation
import TestServers

/// `tools/install`.
enum Install {
    /// The checkout.
    static let home = URL(filePath: #filePath).appending(path: "../../../..")
        .standardizedFileURL.path

    /// Runs until its end. Blocks.
    static func run(_ arguments: [String]) throws -> Command {
        try Command(["\(home)/tools/install"] + arguments)
    }
}
