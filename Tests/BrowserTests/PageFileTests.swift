import Foundation
import InterludeWeb
import TestFiles
import TestServers
import Testing

@Suite("PageFile")
struct PageFileTests {
    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../../Sources/InterludeWeb/Page/Files").standardizedFileURL

    private static let pages = [PageFile.listener, .desk]
    private static let all = pages + PageFile.names.compactMap(PageFile.named)

    @Test("holds every file of the page unchanged")
    func completeness() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect((Self.all.map(\.name) + PageFile.parts.keys).sorted() == names.sorted())
        let files = PageFile.names.compactMap(PageFile.named).map { ($0.name, $0.bytes) }
        for (name, bytes) in files + PageFile.parts.map({ ($0.key, $0.value) }) {
            #expect(bytes == Array(try Data(contentsOf: Self.folder.appending(path: name))))
        }
    }

    @Test("has a page for listeners and one for operators, with the same parts in both")
    func parts() {
        for page in Self.pages {
            let text = String(decoding: page.bytes, as: UTF8.self)
            for (name, bytes) in PageFile.parts {
                #expect(text.contains(String(decoding: bytes, as: UTF8.self)), "\(name)")
            }
            #expect(!text.contains("<!--"), "each part is in its place")
        }
    }

    @Test("holds every file as gzip too, which other programs can read")
    func compression() throws {
        let folder = try TemporaryFolder()
        for file in Self.all {
            #expect(file.gzipped.count < file.bytes.count)
            let path = try folder.write(file.gzipped, to: file.name + ".gz")
            try Command(["gunzip", path]).successful()
            #expect(
                file.bytes == Array(try Data(contentsOf: URL(filePath: folder.file(file.name)))))
        }
    }

    @Test("gives the type of each file")
    func types() {
        #expect(PageFile.listener.contentType == "text/html; charset=utf-8")
        #expect(PageFile.named("main.js")?.contentType == "text/javascript; charset=utf-8")
        #expect(PageFile.named("mark.svg")?.contentType == "image/svg+xml")
        #expect(PageFile.named("index.html") == nil)
        #expect(PageFile.named("../PageFile.swift") == nil)
    }

    @Test("takes at most 60 KB on the wire for both pages, including each file's estimated headers")
    func size() {
        #expect(Self.all.reduce(0) { $0 + $1.gzipped.count + 300 } <= 61_440)
    }

    @Test("includes every imported module")
    func imports() {
        for file in Self.all where file.name.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for match in text.matches(of: /from '\.\/(.*?)'|import '\.\/(.*?)'/) {
                let name = String(match.1 ?? match.2 ?? "")
                #expect(PageFile.named(name) != nil, "\(file.name) imports \(name)")
            }
        }
    }

    @Test("gives an advertiser's frame scripts, and neither an origin nor the page itself")
    func sandbox() {
        let scripts = Self.all.filter { $0.name.hasSuffix(".js") }
            .map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        let sandboxes = scripts.matches(of: /sandbox = (.*?);/).map { String($0.1) }
        #expect(sandboxes == ["'allow-scripts'"])
        #expect(scripts.matches(of: /'iframe'/).count == sandboxes.count)
        #expect(!scripts.contains("allow-same-origin"))
    }

    @Test("has no script or style among its elements, so that a strict policy allows all of it")
    func policy() {
        for page in Self.pages {
            let text = String(decoding: page.bytes, as: UTF8.self)
            #expect(!text.contains(/<script(?![^>]*src=)|<style| style=| on[a-z]+=/))
        }
    }
}
