import Advertising
import Interlude
import TestFiles
import Testing

@testable import InterludeWeb

@Suite("Banner", .timeLimit(.minutes(1)))
struct BannerTests {
    private let folder: TemporaryFolder
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]

    init() throws {
        folder = try TemporaryFolder()
    }

    private func spot(_ id: Int, banner: String?, target: String? = nil) -> Advertisement {
        Advertisement(
            id: id, title: "spot \(id)", audioFileURL: "http://a.example/a.mp3",
            bannerFileURL: banner, bannerTargetURL: target)
    }

    @Test("is served by the player, so that the page contacts nobody else")
    func served() async throws {
        let banner = try folder.write(Self.png, to: "banner.png")
        try await Stage.with { stage in
            try await stage.post(.bannerShown(spot(3, banner: banner)))
            let state = try await stage.ask("GET /api/state").object
            let shown = try #require(state?["spot"] as? [String: Any])
            #expect(shown["id"] as? String == "3")
            let address = try #require(shown["banner"] as? String)
            let answer = try await stage.ask("GET \(address)")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "image/png")
            #expect(answer.headers["content-security-policy"]?.contains("sandbox") == true)
        }
    }

    @Test(
        "is an image, whatever its name is, or is not shown",
        arguments: [
            ("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>", true),
            ("  <svg/>", true), ("root:x:0:0", false), ("<html><svg/></html>", false), ("", false),
            ("GIF89a;", true), ("GIF", false),
        ])
    func images(text: String, isImage: Bool) async throws {
        let banner = try folder.write(Array(text.utf8), to: "banner")
        try await Stage.with { stage in
            try await stage.post(.bannerShown(spot(3, banner: banner)))
            let answer = try await stage.ask("GET /api/banners/1")
            #expect(answer.status == (isImage ? 200 : 502))
            // Only the operator gets the reason.
            if !isImage { #expect(answer.error == "the picture cannot be shown") }
        }
    }

    @Test("is reported if it is gone, or is no file")
    func missing() async throws {
        try await Stage.with { stage in
            try await stage.post(
                .bannerShown(spot(1, banner: folder.file("nothing"))),
                .bannerShown(spot(2, banner: folder.path)), .bannerShown(spot(3, banner: nil)))
            #expect(try await stage.ask("GET /api/banners/1").status == 502)
            #expect(try await stage.ask("GET /api/banners/2").status == 502)
            #expect(try await stage.ask("GET /api/banners/3").status == 404)
            #expect(try await stage.ask("GET /api/banners/4").status == 404)
        }
    }

    @Test("J2: reports that a page shows the banner of the current spot, if that has one")
    func shown() async throws {
        try await Stage.with { stage in
            let show = { (id: String) in
                try await stage.ask("POST /api/banner/shown", body: #"{"spot":"\#(id)"}"#).status
            }
            #expect(try await show("1") == 404)
            try await stage.post(.bannerShown(spot(1, banner: "http://a.example/1.png")))
            #expect(try await show("1") == 200)
            #expect(try await show("2") == 404)
            try await stage.post(.bannerShown(spot(2, banner: nil)))
            #expect(try await show("2") == 404)
            #expect(stage.player.views == [1])
        }
    }

    @Test("reports a click for the current or the last shown spot, if that has a target")
    func click() async throws {
        try await Stage.with { stage in
            let click = { (id: String) in
                try await stage.ask("POST /api/banner/click", body: #"{"spot":"\#(id)"}"#).status
            }
            #expect(try await click("1") == 404)
            try await stage.post(
                .bannerShown(spot(1, banner: nil, target: "http://a.example/shop")))
            #expect(try await click("1") == 200)
            #expect(try await click("2") == 404)
            try await stage.post(.bannerRemoved)
            #expect(try await click("1") == 200)
            try await stage.post(.bannerShown(spot(2, banner: nil)))
            #expect(try await click("1") == 404)
            #expect(try await click("2") == 404)
            try await stage.post(.bannerShown(spot(3, banner: nil, target: "javascript:alert(1)")))
            #expect(try await click("3") == 404)
            #expect(stage.player.clicks == [1, 1])
        }
    }
}
