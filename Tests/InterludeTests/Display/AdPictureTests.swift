import AdDisplay
import TestFiles
import TestServers
import Testing

@testable import Interlude

@Suite("Pictures of ads")
struct AdPictureTests {
    @Test(
        "a picture is recognised by its bytes, and nothing else is one",
        arguments: [
            ("\u{FF}\u{D8}\u{FF}\u{E0}", .jpeg), ("GIF89a", .gif), ("RIFF\0\0\0\0WEBPVP8 ", .webp),
            ("\0\0\0\u{1C}ftypavif", .avif), ("<svg xmlns=''/>", .svg),
            ("<?xml version='1.0'?>\n<!-- <html> -->\n<!DOCTYPE svg>\n<svg/>", .svg),
            ("<html><svg/></html>", nil), ("<!-- <svg/>", nil), ("<?", nil), ("", nil),
            ("GIF", nil), ("RIFF\0\0\0\0WAVE", nil), ("plain", nil),
        ] as [(String, AdPicture.Format?)])
    func format(text: String, format: AdPicture.Format?) {
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        #expect(AdPicture(bytes)?.format == format)
    }

    @Test("concurrent requests fetch a picture once, and again if it was unavailable")
    func shared() async throws {
        let server = FaultServer { _, index in
            index == 0 ? .answer(status: "503 Busy") : .answer(AdPageStage.picture)
        }
        defer { server.stop() }
        let pictures = AdPictures(SessionOptions())
        let image = AdImage(server.address("/a.png"), from: .typed)
        await #expect(throws: AdLoadError.self) { try await pictures.picture(image) }
        try await withThrowingTaskGroup(of: AdPicture.self) { group in
            for _ in 0..<20 { group.addTask { try await pictures.picture(image) } }
            for try await picture in group { #expect(picture.format == .png) }
        }
        #expect(server.requests.count == 2)
    }

    @Test("a changed picture is shown once its ad is reloaded")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let image = AdImage(
            try folder.write(AdPageStage.picture, to: "a"), from: .typed)
        let pictures = AdPictures(SessionOptions())
        #expect(try await pictures.fetch(image).format == .png)
        try folder.write(Array("GIF89a".utf8), to: "a")
        #expect(try await pictures.picture(image).format == .png)
        #expect(try await pictures.fetch(image).format == .gif)
        #expect(try await pictures.picture(image).format == .gif)
    }
}
