import Foundation
import TestFiles

/// The `gzip` of the system.
package enum Gzip {
    /// The bytes, compressed. Blocks.
    package static func compress(_ bytes: some Sequence<UInt8>) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let file = try folder.write(bytes, to: "plain")
        try Command(["gzip", "-n", file]).successful()
        return [UInt8](try Data(contentsOf: URL(filePath: file + ".gz")))
    }
}
