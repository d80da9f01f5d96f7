import Foundation
import NIOCore
import TestFiles
import TestServers
import Testing

@testable import HTTPAccess

@Suite("Proxies and secure connections", .timeLimit(.minutes(1)))
struct ProxyTests {
    private func download(
        _ address: String, environment: [String: String]
    ) async throws -> WebDocument {
        let client = WebClient(configuration: WebClientConfiguration(environment: environment))
        let address = try #require(WebAddress(address))
        let request = WebRequest(address, from: .typed, headers: [])
        let result: Result<WebDocument, any Error>
        do {
            let document = try await client.download(
                request, maximumByteCount: 1 << 20, within: .seconds(20))
            result = .success(document)
        } catch {
            result = .failure(error)
        }
        await client.close()
        return try result.get()
    }

    @Test("a proxy gets whole http addresses, with its own name and password")
    func forwarding() async throws {
        let proxy = FaultServer { _, _ in .answer([5]) }
        defer { proxy.stop() }
        let environment = ["http_proxy": "http://me:secret@127.0.0.1:\(proxy.port)"]
        let document = try await download(
            "http://radio.example:8000/a?b", environment: environment)
        #expect(document.bytes == [5])
        let request = try #require(proxy.requests.first)
        #expect(request.line == "GET http://radio.example:8000/a?b HTTP/1.1")
        #expect(request.headers["host"] == "radio.example:8000")
        #expect(request.headers["proxy-authorization"] == "Basic bWU6c2VjcmV0")
    }

    @Test(
        "hosts in no_proxy, and this machine, are reached directly",
        arguments: ["radio.invalid", ".invalid", "x, *", "radio.invalid:80"])
    func exceptions(list: String) async throws {
        let proxy = FaultServer { _, _ in .answer([5]) }
        let server = FaultServer { _, _ in .answer([6]) }
        defer {
            proxy.stop()
            server.stop()
        }
        let environment = ["http_proxy": "127.0.0.1:\(proxy.port)", "no_proxy": list]
        let error = await #expect(throws: HTTPAccessError.self) {
            try await download("http://radio.invalid/", environment: environment)
        }
        #expect(error?.reason == .unknownHost("radio.invalid"))
        let own = try await download(server.address(), environment: environment)
        #expect(own.bytes == [6])
        #expect(proxy.requests.isEmpty)
    }

    @Test(
        "a document's name that leads into a private network is not requested through a proxy",
        arguments: [
            ("http://inner.example/", ["10.0.0.1"], false),
            ("https://inner.example/", ["fd00::1"], false),
            ("http://both.example/", ["8.8.8.8", "127.0.0.1"], false),
            ("http://meta.example/", ["169.254.169.254"], false),
            ("http://outer.example/", ["8.8.8.8", "2606:4700::1111"], true),
            ("http://unknown.example/", [], true),
        ])
    func privateNames(address: String, addresses: [String], isAsked: Bool) async throws {
        let proxy = FaultServer { _, _ in .answer([5]) }
        defer { proxy.stop() }
        let place = "127.0.0.1:\(proxy.port)"
        var configuration = WebClientConfiguration(
            environment: ["http_proxy": place, "https_proxy": place])
        configuration.lookUp = { _ in
            addresses.compactMap { try? SocketAddress(ipAddress: $0, port: 0) }  // try?: all are.
        }
        let client = WebClient(configuration: configuration)
        let request = WebRequest(
            try #require(WebAddress(address)), from: .document(typed: nil), headers: [])
        do {
            let document = try await client.download(
                request, maximumByteCount: 1 << 20, within: .seconds(20))
            #expect(isAsked && document.bytes == [5])
        } catch let error as HTTPAccessError {
            #expect(!isAsked && error.reason == .forbiddenAddress, "\(error)")
        }
        #expect(proxy.requests.isEmpty != isAsked)
        await client.close()
    }

    @Test("a number that is an address is resolved before the proxy gets it")
    func numericName() async throws {
        let proxy = FaultServer { _, _ in .answer([5]) }
        defer { proxy.stop() }
        let client = WebClient(
            configuration: WebClientConfiguration(
                environment: ["http_proxy": "127.0.0.1:\(proxy.port)"]))
        // 10.0.0.1, as the system's resolver reads it.
        let address = try #require(WebAddress("http://167772161/"))
        let error = await #expect(throws: HTTPAccessError.self) {
            try await client.download(
                WebRequest(address, from: .document(typed: nil), headers: []),
                maximumByteCount: 1 << 20, within: .seconds(20))
        }
        #expect(error?.reason == .forbiddenAddress)
        #expect(proxy.requests.isEmpty)
        await client.close()
    }

    @Test("a name without a proxy is resolved by the connection alone")
    func directName() async throws {
        var configuration = WebClientConfiguration()
        configuration.lookUp = { host in
            Issue.record("looks up \(host)")
            return []
        }
        let client = WebClient(configuration: configuration)
        let address = try #require(WebAddress("http://radio.invalid/"))
        let error = await #expect(throws: HTTPAccessError.self) {
            try await client.open(WebRequest(address, from: .document(typed: nil)))
        }
        #expect(error?.reason == .unknownHost("radio.invalid"))
        await client.close()
    }

    @Test("a certificate is trusted if SSL_CERT_FILE names it, and only then")
    func certificates() async throws {
        let folder = try TemporaryFolder()
        try folder.write("secret".utf8, to: "spot.txt")
        let server = try await SecureServer.start(
            folder: folder, name: "IP:127.0.0.1")
        defer { server.stop() }
        let address = "https://127.0.0.1:\(server.port)/spot.txt"
        let document = try await download(
            address, environment: ["SSL_CERT_FILE": server.certificateFile])
        #expect(document.bytes == Array("secret".utf8))
        let error = await #expect(throws: HTTPAccessError.self) {
            try await download(address, environment: [:])
        }
        guard case .untrusted("its certificate is not trusted") = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("https uses a tunnel through the proxy, and the host's certificate is checked")
    func tunnelling() async throws {
        let folder = try TemporaryFolder()
        try folder.write("secret".utf8, to: "spot.txt")
        let server = try await SecureServer.start(
            folder: folder, name: "DNS:radio.example")
        defer { server.stop() }
        let port = server.port
        let proxy = FaultServer { _, _ in
            [.text("HTTP/1.1 200 Connection established\r\n\r\n"), .tunnel(toPort: port)]
        }
        defer { proxy.stop() }
        let environment = [
            "https_proxy": "http://127.0.0.1:\(proxy.port)",
            "SSL_CERT_FILE": server.certificateFile,
        ]
        let document = try await download(
            "https://radio.example/spot.txt", environment: environment)
        #expect(document.bytes == Array("secret".utf8))
        #expect(proxy.requests.first?.line == "CONNECT radio.example:443 HTTP/1.1")
        let error = await #expect(throws: HTTPAccessError.self) {
            try await download("https://other.example/spot.txt", environment: environment)
        }
        guard case .untrusted("its certificate is for another name") = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
