import Foundation
import TestFiles
import TestServers
import Testing

@testable import InterludeWeb

@Suite("Files of the page", .timeLimit(.minutes(1)))
struct PageRoutesTests {
    @Test("are compressed for clients that accept it, and for no other")
    func compression() async throws {
        let file = try #require(PageFile.named("style.css"))
        try await Stage.with { stage in
            let plain = try await stage.ask("GET /page/style.css")
            #expect(plain.headers["content-encoding"] == nil)
            #expect(Array(plain.body.utf8) == file.bytes)
            let short = try await stage.ask(
                "GET /page/style.css", headers: ["Accept-Encoding": "gzip, deflate, br"])
            #expect(short.headers["content-encoding"] == "gzip")
            #expect(short.headers["content-length"] == "\(file.gzipped.count)")
            #expect(short.headers["content-type"] == plain.headers["content-type"])
            // A cache must distinguish the two.
            for answer in [plain, short] {
                #expect(answer.headers["vary"] == "Accept-Encoding")
            }
            #expect(plain.headers["etag"] != short.headers["etag"])
        }
    }

    @Test(
        "are not sent again to clients that have them", arguments: ["/", "/desk"], ["", "gzip"])
    func unchanged(page: String, coding: String) async throws {
        try await Stage.with { stage in
            let first = try await stage.ask("GET \(page)", headers: ["Accept-Encoding": coding])
            let tag = try #require(first.headers["etag"])
            let again = try await stage.ask(
                "GET \(page)", headers: ["Accept-Encoding": coding, "If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            let other = try await stage.ask(
                "GET \(page)",
                headers: ["Accept-Encoding": coding.isEmpty ? "gzip" : "", "If-None-Match": tag])
            #expect(other.status == 200)
        }
    }

    @Test(
        "and all else that has an end are described by HEAD as by GET, without a body",
        arguments: ["/", "/desk", "/page/style.css", "/api/state", "/api/openapi.json", "/nothing"])
    func described(path: String) async throws {
        try await Stage.with { stage in
            let whole = try await stage.ask("GET \(path)")
            let head = try await stage.ask("HEAD \(path)")
            #expect(head.status == whole.status)
            #expect(head.body.isEmpty && !whole.body.isEmpty)
            for name in ["content-type", "etag", "content-security-policy"] {
                #expect(head.headers[name] == whole.headers[name], "\(name)")
            }
            let length = try #require(head.headers["content-length"].flatMap { Int($0) })
            // Positions in a state go on between the two.
            #expect(path == "/api/state" ? length > 0 : length == whole.body.utf8.count)
        }
    }

    @Test("have distinct entity tags for each version")
    func versions() {
        let files = [PageFile.listener, .desk] + PageFile.names.compactMap(PageFile.named)
        let tags = files.flatMap { [$0.entityTag(.identity), $0.entityTag(.gzip)] }
        #expect(Set(tags).count == 2 * files.count)
        #expect(tags.allSatisfy { $0.hasPrefix("\"") && $0.hasSuffix("\"") })
    }

    @Test("are what any decompressor makes of their compressed form")
    func decompressed() throws {
        let folder = try TemporaryFolder()
        for name in PageFile.names {
            let file = try #require(PageFile.named(name))
            #expect(file.gzipped.count < file.bytes.count)
            let path = try folder.write(file.gzipped, to: "\(name).gz")
            try Command(["gzip", "-d", path]).successful()
            let whole = try Data(contentsOf: URL(filePath: folder.file(name)))
            #expect(Array(whole) == file.bytes)
        }
        let path = try folder.write(GzipCompression.compress([]), to: "empty.gz")
        try Command(["gzip", "-d", path]).successful()
        #expect(try Data(contentsOf: URL(filePath: folder.file("empty"))).isEmpty)
    }

    @Test(
        "say what they are",
        arguments: [
            ("style.css", "text/css; charset=utf-8"), ("main.js", "text/javascript; charset=utf-8"),
            ("mark.svg", "image/svg+xml"),
        ])
    func types(name: String, type: String) throws {
        #expect(PageFile.named(name)?.contentType == type)
        #expect(PageFile.listener.contentType == "text/html; charset=utf-8")
        #expect(PageFile.named("\(name)x") == nil)
    }

    @Test("have another entity tag in another coding, and with other bytes")
    func tags() {
        let page = PageFile.listener
        #expect(page.entityTag(.gzip) == page.entityTag(.identity).dropLast() + "-gzip\"")
        #expect(page.entityTag(.identity).hasSuffix("-\(page.bytes.count)\""))
    }

    @Test(
        "follow the Accept-Encoding field",
        arguments: [
            (nil, .identity), ("", .identity), ("gzip", .gzip), ("GZIP", .gzip), ("br", .identity),
            ("gzip;q=1", .gzip),
            ("deflate, gzip;q=0.5", .gzip), ("gzip;q=0", .identity), ("gzip; q=0.0, *", .identity),
            ("*", .gzip), ("*;q=0", .identity), ("gzip;q=x", .identity), (",;,q=1", .identity),
        ] as [(String?, ContentCoding)])
    func fields(field: String?, coding: ContentCoding) {
        #expect(ContentCoding(accepted: field) == coding)
    }
}
