import Foundation
import HTTPAccess
import TestServers

/// A `chromedriver` of a test's own: HTTP and JSON, as WebDriver (W3C) says.
final class WebDriver: Sendable {
    /// What the browser says it could not do.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether the programs are there that are needed to drive a browser.
    static var isInstalled: Bool {
        ["chromium", "chromedriver"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
    }

    private let process: ServerProcess
    private let client: WebClient
    private let base: String

    /// Returns once it listens.
    init() async throws {
        let port = freePort()
        let output = ProcessOutput()
        process = ServerProcess(arguments: ["chromedriver", "--port=\(port)"])
        try process.start(output: output, errors: output)
        let isReady = try await onThread {
            output.wait(within: .seconds(20)) {
                $0.firstRange(of: Data("started successfully".utf8))
            } != nil
        }
        guard isReady else { throw Failure(description: "chromedriver: \(output.text)") }
        base = "http://127.0.0.1:\(port)"
        var configuration = WebClientConfiguration()
        configuration.answerLimit = .seconds(90)
        client = WebClient(configuration: configuration)
    }

    /// Sends a command, and returns its answer's `value`.
    func send<Value: Decodable>(
        _ path: String, _ parameters: [String: Any] = [:], by method: WebRequest.Method = .post,
        as type: Value.Type = Value.self
    ) async throws -> Value {
        guard let address = WebAddress(base + path) else {
            throw Failure(description: "\(path) is no path")
        }
        var request = WebRequest(
            address, from: .typed,
            headers: [.contentType("application/json")])
        request.method = method
        if method == .post {
            request.body = Array(try JSONSerialization.data(withJSONObject: parameters))
        }
        let reply = try await client.exchange(
            request, maximumByteCount: 50_000_000, within: .seconds(90))
        let body = Data(reply.document.bytes)
        guard reply.status == 200 else {
            throw Failure(description: "\(path): \(String(decoding: body, as: UTF8.self))")
        }
        return try JSONDecoder().decode(Answer<Value>.self, from: body).value
    }

    private struct Answer<Value: Decodable>: Decodable {
        let value: Value
    }

    /// What a command answers that has nothing to say.
    struct Nothing: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}
