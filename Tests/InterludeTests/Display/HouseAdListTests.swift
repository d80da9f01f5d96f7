import AdDisplay
import Foundation
import TestFiles
import TestServers
import Testing

@testable import Interlude

@Suite("Lists of house ads")
struct HouseAdListTests {
    private static func load(
        _ place: String, _ options: SessionOptions = SessionOptions()
    ) async throws(AdLoadError) -> HouseAdInventory {
        try await HouseAdList(at: place, AdFiles(options)).load()
    }

    /// The error when it is loaded; `nil` if there is none.
    private static func refusal(_ place: String) async -> String? {
        do throws(AdLoadError) {
            _ = try await load(place)
            return nil
        } catch {
            return error.description
        }
    }

    private static let list = Array(
        #"[{"image": "pictures/a.png", "spot": {"url": "a.mp3"}}]"#.utf8)

    @Test("a folder's list names files in it, whether the folder or the list is given")
    func folder() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.list, to: "house-ads.json")
        for place in [folder.path, folder.file("house-ads.json")] {
            let stock = try await Self.load(place)
            #expect(stock.source == .typed)
            #expect(stock.ads.map(\.image) == [folder.file("pictures/a.png")])
            #expect(stock.ads.map(\.spot?.audioFileURL) == [folder.file("a.mp3")])
        }
    }

    @Test(
        "a folder's list names no file outside of it",
        arguments: ["../b.png", "link.png", "x/../.."])
    func outside(entry: String) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.png"), withDestinationPath: "/etc/hostname")
        try folder.write(Array(#"[{"image": "\#(entry)"}]"#.utf8), to: "house-ads.json")
        let refusal = try #require(await Self.refusal(folder.path))
        #expect(refusal.contains("\(entry) lies outside of the folder"), "\(refusal)")
    }

    @Test("a list at an address names files beside it there")
    func address() async throws {
        let server = FaultServer { _, _ in .answer(Self.list, type: "application/json") }
        defer { server.stop() }
        let place = "http://127.0.0.1:\(server.port)/ads/list.json"
        let stock = try await Self.load(place)
        #expect(stock.source == .document(address: place))
        #expect(
            stock.ads.map(\.image) == ["http://127.0.0.1:\(server.port)/ads/pictures/a.png"])
        #expect(
            stock.ads.map(\.spot?.audioFileURL) == ["http://127.0.0.1:\(server.port)/ads/a.mp3"])
    }

    @Test("a list at an address leads to no spot on another server, and to no file")
    func astray() async throws {
        for (entry, words) in [
            (#"{"image": "a.png", "spot": {"url": "http://10.0.0.1/a.mp3"}}"#, "on another server"),
            (#"{"image": "file:///etc/hostname"}"#, "is no http(s) address"),
        ] {
            let server = FaultServer { _, _ in .answer(Array("[\(entry)]".utf8)) }
            defer { server.stop() }
            let refusal = await Self.refusal("http://127.0.0.1:\(server.port)/list.json")
            #expect(refusal?.contains(words) == true, "\(refusal ?? "taken")")
        }
    }

    @Test("its pictures may be on its own server, and on no other private one")
    func privatePictures() async throws {
        let own = FaultServer { _, _ in .answer(AdPageStage.picture, type: "image/png") }
        let other = FaultServer { _, _ in .answer(AdPageStage.picture, type: "image/png") }
        defer {
            own.stop()
            other.stop()
        }
        let pictures = AdPictures(SessionOptions())
        let list = "http://127.0.0.1:\(own.port)/list.json"
        let ownImage = AdImage("http://127.0.0.1:\(own.port)/a.png", from: .document(address: list))
        #expect(try await pictures.fetch(ownImage).format == .png)
        let otherImage = AdImage(
            "http://127.0.0.1:\(other.port)/a.png", from: .document(address: list))
        await #expect(throws: AdLoadError.self) { try await pictures.fetch(otherImage) }
        let file = AdImage("/etc/hostname", from: .document(address: list))
        await #expect(throws: AdLoadError.self) { try await pictures.fetch(file) }
        #expect(other.requests.isEmpty)
        #expect(try await pictures.fetch(AdImage(otherImage.place, from: .typed)).format == .png)
    }

    @Test("an endless list or picture is rejected")
    func endless() async throws {
        let server = FaultServer { _, _ in [.head("200 OK", "Content-Type: image/png"), .pour] }
        defer { server.stop() }
        let place = "http://127.0.0.1:\(server.port)/"
        #expect(
            await Self.refusal(place)?.contains("larger than the limit of 1048576 bytes") == true)
        await #expect(throws: AdLoadError.self) {
            try await AdPictures(SessionOptions()).fetch(AdImage(place, from: .typed))
        }
    }

    @Test("a missing list is reported as missing")
    func missing() async throws {
        let folder = try TemporaryFolder()
        #expect(
            await Self.refusal(folder.path)
                == "\(folder.file("house-ads.json")): there is no such file; check the path")
        let server = FaultServer { _, _ in .answer(status: "404 Not Found") }
        defer { server.stop() }
        let refusal = await Self.refusal("http://127.0.0.1:\(server.port)/list.json")
        #expect(refusal?.contains("404") == true)
    }
}
