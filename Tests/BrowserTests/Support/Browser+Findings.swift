import Foundation

// What a browser finds wrong, and what it asked for.
extension Browser {
    private struct Entry: Decodable {
        let level: String
        let message: String
    }

    private func log(_ kind: String) async throws -> [Entry] {
        try await send("/se/log", ["type": kind])
    }

    /// Errors and warnings in the console since they were asked for last.
    func complaints() async throws -> [String] {
        try await log("browser").filter { ["SEVERE", "WARNING"].contains($0.level) }
            .map(\.message)
    }

    /// The addresses that were asked for since this was asked last.
    func requests() async throws -> [String] {
        struct Line: Decodable {
            let message: Message

            struct Message: Decodable {
                let method: String
                let params: Parameters
            }
            struct Parameters: Decodable {
                let request: Request?
            }
            struct Request: Decodable {
                let url: String
            }
        }
        return try await log("performance").compactMap { entry in
            let line = try JSONDecoder().decode(Line.self, from: Data(entry.message.utf8)).message
            return line.method == "Network.requestWillBeSent" ? line.params.request?.url : nil
        }
    }

    /// What axe-core holds against the page as it stands: rule and place.
    func violations() async throws -> [String] {
        try await run(AccessibilityRules.source)
        return try await finish(
            """
            axe.run().then(({ violations }) => done(violations.flatMap(({ id, nodes }) =>
              nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`))));
            """)
    }
}
