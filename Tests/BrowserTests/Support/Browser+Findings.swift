import Foundation

// Errors and requests of a browser.
extension Browser {
    private struct Entry: Decodable {
        let level: String
        let message: String
    }

    private func log(_ kind: String) async throws -> [Entry] {
        try await send("/se/log", ["type": kind])
    }

    /// Errors and warnings in the console since the last call.
    func complaints() async throws -> [String] {
        try await log("browser").filter { ["SEVERE", "WARNING"].contains($0.level) }
            .map(\.message)
    }

    /// The requested addresses since the last call.
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

    /// The violations that axe-core finds on the page: rule and place.
    func violations() async throws -> [String] {
        try await run(AccessibilityRules.source)
        return try await finish(
            """
            axe.run().then(({ violations }) => done(violations.flatMap(({ id, nodes }) =>
              nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`))));
            """)
    }
}
