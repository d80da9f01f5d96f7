import Foundation
import Interlude
import TestServers
import Testing

@testable import InterludeWeb

/// Requests every route of the OpenAPI document in every role, and compares the result with the
/// table in docs/security.md.
@Suite("What a role may request", .timeLimit(.minutes(2)))
struct RoleTests {
    /// A row of the table: a route, and the access of each role.
    struct Row: Hashable, Sendable, CustomTestStringConvertible {
        let route: String
        let cells: [String]
        var testDescription: String { route }

        var method: String { String(route.prefix { $0 != " " }) }
        var path: String {
            String(route.dropFirst(method.count + 1)).replacing(#/\{\w+\}/#, with: "1")
        }
        /// Whether `cell` grants access.
        func admits(_ cell: Int) -> Bool { cells[cell].hasPrefix("yes") }
    }

    static let security: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        // try?: without the document there are no rows, and a test fails.
        return (try? String(contentsOf: root.appending(path: "docs/security.md"), encoding: .utf8))
            ?? ""
    }()

    /// The rows for routes of the web server.
    static let rows: [Row] = security.split(separator: "\n").compactMap { line in
        guard let match = line.wholeMatch(of: #/\| `((?:GET|POST) /[^`]*)` \|(.*)\|/#) else {
            return nil
        }
        let cells = match.2.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return Row(route: String(match.1), cells: cells)
    }

    private static let token = AccessToken("correct-horse-battery")
    private static let withToken = PageServerConfiguration(token: token)

    @Test("is in the table, for every route that is served")
    func complete() throws {
        let data = Data(PackageResources.openapi_json)
        let document = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let served = paths.flatMap { path, methods in
            methods.keys.map { "\($0.uppercased()) \(path)" }
        }
        #expect(Self.rows.map(\.route).sorted() == served.sorted())
        #expect(Self.rows.allSatisfy { $0.cells.count == 3 })
    }

    @Test("names only tests that exist")
    func tests() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let names = Set(Self.security.matches(of: #/`(\w+Tests)/(\w+)`/#).map { "\($0.1)/\($0.2)" })
        #expect(names.count > 15)
        var files: [String: String] = [:]
        for case let file as URL in try #require(
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        where file.pathExtension == "swift" {
            files[file.deletingPathExtension().lastPathComponent, default: ""] += try String(
                contentsOf: file, encoding: .utf8)
        }
        for name in names {
            let parts = name.split(separator: "/").map(String.init)
            let text = files[parts[0]]?.replacing("`", with: "") ?? ""
            #expect(text.contains("func \(parts[1])("), "\(name)")
        }
    }

    /// The status of the response for `row`.
    private static func status(
        of row: Row, _ stage: Stage, _ headers: [String: String] = [:]
    ) async throws -> Int {
        let port = stage.port
        let fields = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
            .merging(headers) { $1 }.map { "\($0.key): \($0.value)\r\n" }.joined()
        let request = "\(row.method) \(row.path) HTTP/1.1\r\n\(fields)\r\n"
        let text = try await onThread {
            let exchange = try RawExchange(port: port)
            exchange.send(request)
            // Some responses are endless.
            return exchange.receive { $0.contains("\r\n\r\n") }
        }
        let words = text.prefix { $0 != "\r\n" }.split(separator: " ")
        return try #require(words.dropFirst().first.flatMap { Int($0) }, "\(text)")
    }

    @Test("as an operator with the token", arguments: rows)
    func `operator`(row: Row) async throws {
        try await Stage.with(Self.withToken) { stage in
            let status = try await Self.status(
                of: row, stage, ["Authorization": "Bearer correct-horse-battery"])
            #expect(![401, 403].contains(status) == row.admits(0), "\(status)")
        }
    }

    @Test("as a listener over loopback without a token", arguments: rows)
    func listener(row: Row) async throws {
        try await Stage.with { stage in
            let status = try await Self.status(of: row, stage)
            #expect(![401, 403].contains(status) == row.admits(1), "\(status)")
            if !row.admits(1) { #expect(stage.player.requests.isEmpty) }
        }
    }

    @Test("as a stranger without a required token", arguments: rows)
    func noToken(row: Row) async throws {
        try await Stage.with(Self.withToken) { stage in
            let status = try await Self.status(of: row, stage)
            #expect((status != 401) == row.admits(2), "\(status)")
            #expect(stage.player.requests.isEmpty)
        }
    }

    @Test("as a stranger from another site's page, even with the token", arguments: rows)
    func foreignPage(row: Row) async throws {
        for configuration in [PageServerConfiguration(), Self.withToken] {
            try await Stage.with(configuration) { stage in
                let status = try await Self.status(
                    of: row, stage,
                    [
                        "Origin": "http://evil.example",
                        "Authorization": "Bearer correct-horse-battery",
                    ])
                #expect(status == 403)
                #expect(stage.player.requests.isEmpty)
            }
        }
    }

    @Test("as a stranger under a name that another site has pointed here", arguments: rows)
    func foreignHost(row: Row) async throws {
        for configuration in [PageServerConfiguration(), Self.withToken] {
            try await Stage.with(configuration) { stage in
                let status = try await Self.status(
                    of: row, stage,
                    [
                        "Host": "evil.example",
                        "Authorization": "Bearer correct-horse-battery",
                    ])
                #expect(status == 403)
                #expect(stage.player.requests.isEmpty)
            }
        }
    }
}
