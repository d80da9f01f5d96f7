import Foundation

/// The rules of axe-core, which `tools/fetch-axe` has installed.
enum AccessibilityRules {
    private static let file = URL(filePath: #filePath)
        .appending(path: "../../../../.build/axe/axe.min.js").standardizedFileURL

    static var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// The whole script.
    static var source: String {
        get throws { try String(contentsOf: file, encoding: .utf8) }
    }
}
