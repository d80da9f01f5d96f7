import Advertising
import Foundation
import HTTPAccess
import TestServers
import Testing

@testable import Interlude

/// In which forms the answers of ad servers come, and what an answer that cannot be read comes to.
@Suite("The form of an ad server's answer", .timeLimit(.minutes(2)))
struct AdAnswerFormTests {
    /// A document with an ad whose title is not ASCII.
    private static func document(_ declaration: String = "") -> String {
        """
        \(declaration)<VAST version="4.2"><Ad id="1"><InLine><AdTitle>Käse</AdTitle><Creatives>
        <Creative><Linear><Duration>00:00:02</Duration><MediaFiles>
        <MediaFile type="audio/mpeg">http://media.example/a.mp3</MediaFile></MediaFiles></Linear>
        </Creative></Creatives></InLine></Ad></VAST>
        """
    }

    private static func coded(_ body: [UInt8], _ coding: String = "gzip") -> [FaultServer.Step] {
        [
            .head("200 OK", "Content-Encoding: \(coding)", "Content-Length: \(body.count)"),
            .send(body),
        ]
    }

    /// The decision of a server that answers with `steps`.
    private func decision(_ steps: [FaultServer.Step]) async throws -> AdDecision {
        let server = FaultServer { _, _ in steps }
        defer { server.stop() }
        let client = WebClient(configuration: WebClientConfiguration())
        let decisions = FetchedAdDecisions(
            tags: [server.address("/tag")], client: client, provenance: .typed)
        let (answers, answer) = AsyncStream.makeStream(of: AdDecision.self)
        let load = decisions.decide(AdOpportunity(duration: .seconds(30))) {
            answer.yield($0)
            answer.finish()
        }
        var decided: AdDecision?
        for await decision in answers { decided = decision }
        load.cancel()
        await client.close()
        #expect(server.requests.map { $0.headers["accept-encoding"] } == ["gzip"])
        return try #require(decided)
    }

    enum Form: String, CaseIterable {
        case plain, gzip, marked, utf16, latin, mislabelled
    }

    @Test(
        "I9: may be gzip, have a byte order mark, and be in another charset",
        arguments: Form.allCases)
    func readable(form: Form) async throws {
        let text = Self.document()
        let mislabelled = Self.document(#"<?xml version="1.0" encoding="UTF-8"?>"#)
        let steps: [FaultServer.Step] =
            switch form {
            case .plain: .answer(Array(text.utf8), type: "application/xml")
            case .gzip: Self.coded(try Gzip.compress(text.utf8))
            case .marked: .answer([0xEF, 0xBB, 0xBF] + Array(text.utf8))
            case .utf16:
                .answer([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
            case .latin: .answer(text.unicodeScalars.map { UInt8($0.value) })
            case .mislabelled: .answer(mislabelled.unicodeScalars.map { UInt8($0.value) })
            }
        let decision = try await decision(steps)
        #expect(decision.spots.map(\.title) == ["Käse"])
        #expect(decision.failure == nil)
    }

    @Test("B24: is kept as it came, also if there is no ad in it")
    func kept() async throws {
        for text in [Self.document(), "<VAST version=\"4.2\"/>", "<html>"] {
            let decision = try await decision(.answer(Array(text.utf8)))
            #expect(decision.hops.map(\.answer) == [text])
        }
    }

    @Test("I9: is no ad (303) if it has no body", arguments: ["204 No Content", "200 OK"])
    func empty(status: String) async throws {
        let length = status.hasPrefix("204") ? "X-Nothing: 1" : "Content-Length: 0"
        let decision = try await decision([.head(status, length)])
        #expect(decision.failure?.code == VASTError.noAd.rawValue)
        #expect(decision.failure?.isNoAd == true)
        #expect(decision.hops.map(\.code) == [303])
    }

    @Test(
        "I9: is the error 100 if it is a web page, damaged, cut, binary, or compressed otherwise",
        arguments: ["page", "xhtml", "cut", "binary", "damaged", "br", "bomb"])
    func unreadable(kind: String) async throws {
        let page = "<!DOCTYPE html><html><body><p>Out of service<br></body></html>"
        let steps: [FaultServer.Step] =
            switch kind {
            case "page": .answer(Array(page.utf8), type: "text/html")
            case "xhtml": .answer(Array("<html><body/></html>".utf8), type: "text/html")
            case "cut": .answer(Array(Self.document().utf8.dropLast(60)))
            case "binary": .answer((0..<200).map { UInt8($0) })
            case "damaged": Self.coded(Array(page.utf8))
            case "br": Self.coded([1, 2, 3], "br")
            default:
                [.head("200 OK", "Content-Encoding: gzip")]
                    + Array(
                        repeating: .send(
                            try Gzip.compress([UInt8](repeating: 0x20, count: 1 << 20))),
                        count: 64)
            }
        let decision = try await decision(steps)
        #expect(decision.spots.isEmpty)
        #expect(decision.failure?.code == VASTError.malformed.rawValue, "\(decision)")
        #expect(decision.hops.map(\.code) == [100])
    }

    @Test("I9: is the error 301 if the server's status says that it is none")
    func status() async throws {
        let page = Array("<html><body/></html>".utf8)
        let decision = try await decision(
            .answer(page, status: "503 Service Unavailable", type: "text/html"))
        #expect(decision.failure?.code == VASTError.wrapperUnreachable.rawValue)
        #expect(decision.hops.map { $0.reason?.contains("503") } == [true])
    }
}
