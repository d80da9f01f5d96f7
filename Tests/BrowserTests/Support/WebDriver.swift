import Foundation
import HTTPAccess
import TestServers

/// A test's own `chromedriver`, which speaks WebDriver (W3C): HTTP and JSON.
final class WebDriver: Sendable {
    /// An error from the browser.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether Chromium and its driver are installed.
    static var isInstalled: Bool {
        ["chromium", "chromedriver"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
    }

    private let process: ServerProcess
    private let client: WebClient
    private let base: String

    /// Returns once the driver listens.
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

    /// Sends a command, and returns the `value` of the response.
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

    /// An ignored result.
    struct Nothing: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}
